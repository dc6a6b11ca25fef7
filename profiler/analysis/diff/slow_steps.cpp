#include "profiler/analysis/diff/slow_steps.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "profiler/analysis/ops/op_table.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr double kDeviations = 3, kOfMedian = 0.1, kToStandard = 1.4826;
constexpr std::size_t kOps = 3;

}  // namespace

std::vector<SlowStep> slowSteps(const Trace& trace, std::size_t count) {
  const ExclusiveBreakdown breakdown = exclusiveBreakdown(trace);
  const std::vector<StepWindow>& steps = breakdown.windows.steps;
  if (steps.size() < 3) return {};
  std::vector<double> ns, deviations;
  for (const StepWindow& step : steps) ns.push_back(static_cast<double>(step.ns()));
  const double median = quantileOf(ns, 0.5);
  for (const double value : ns) deviations.push_back(std::abs(value - median));
  const double deviation = kToStandard * quantileOf(std::move(deviations), 0.5);
  NsByClass usual{};
  for (std::size_t c = 0; c < kTimeClasses; ++c) {
    std::vector<double> ofClass;
    for (const NsByClass& step : breakdown.nsOfStep) ofClass.push_back(static_cast<double>(step[c]));
    usual[c] = static_cast<std::int64_t>(quantileOf(std::move(ofClass), 0.5));
  }
  std::vector<SlowStep> slow;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    SlowStep step;
    step.index = s;
    step.number = steps[s].number;
    step.range = steps[s].whole;
    step.overNs = ns[s] - median;
    step.outlier = step.overNs > kDeviations * deviation && step.overNs > kOfMedian * median;
    for (std::size_t c = 0; c < kTimeClasses; ++c) step.overByClass[c] = breakdown.nsOfStep[s][c] - usual[c];
    slow.push_back(std::move(step));
  }
  std::stable_sort(slow.begin(), slow.end(), [](const SlowStep& a, const SlowStep& b) { return a.overNs > b.overNs; });
  slow.resize(std::min(count, slow.size()));
  const OpTable ops = opTable(trace, OpGrouping::Op);
  for (const OpRow& row : ops.rows) {
    if (row.nsOfStep.size() != steps.size()) continue;
    const double usually = quantileOf(std::vector<double>(row.nsOfStep.begin(), row.nsOfStep.end()), 0.5);
    for (SlowStep& step : slow)
      if (const double over = static_cast<double>(row.nsOfStep[step.index]) - usually; over > 0) step.ops.push_back({row.name, over});
  }
  for (SlowStep& step : slow) {
    std::stable_sort(step.ops.begin(), step.ops.end(), [](const SlowStep::Op& a, const SlowStep::Op& b) { return a.overNs > b.overNs; });
    step.ops.resize(std::min(kOps, step.ops.size()));
  }
  return slow;
}

namespace {

constexpr int kResamples = 1000;
constexpr std::size_t kFewest = 3, kManySteps = 60;

// The value that a standard normal variable exceeds with probability `upper` (Abramowitz and Stegun 26.2.23), error below 5e-4.
double normalQuantile(double upper) {
  const double t = std::sqrt(-2 * std::log(upper));
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
}

// The factor by which a percentile interval of n values is too narrow. It has two causes: the resamples vary less than the values, and
// Student's t is wider (Cornish and Fisher's expansion).
double expansion(double z, double n) {
  const double f = n - 1, z3 = z * z * z, z5 = z3 * z * z;
  const double t = z + (z3 + z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * z) / (96 * f * f);
  return t / z * std::sqrt(n / f);
}

double variance(const std::vector<double>& values) {
  const double m = meanOf(values);
  double sum = 0;
  for (const double value : values) sum += (value - m) * (value - m);
  return sum / static_cast<double>(values.size() - 1);
}

}  // namespace

double meanOf(const std::vector<double>& values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool varies(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [&](double value) { return value != values.front(); });
}

std::optional<NoiseInterval> noiseOfDifference(const std::vector<double>& a, const std::vector<double>& b, double confidence) {
  if (a.size() < kFewest || b.size() < kFewest) return std::nullopt;
  if (!varies(a) && !varies(b)) return std::nullopt;
  const double z = normalQuantile((1 - confidence) / 2);
  if (a.size() > kManySteps && b.size() > kManySteps) {
    const double width = z * std::sqrt(variance(a) / static_cast<double>(a.size()) + variance(b) / static_cast<double>(b.size()));
    const double difference = meanOf(b) - meanOf(a);
    return NoiseInterval{difference - width, difference + width};
  }
  std::mt19937 random(20'240'501);
  std::vector<double> differences;
  const auto draw = [&](const std::vector<double>& from) {
    double sum = 0;
    for (std::size_t i = 0; i < from.size(); ++i) sum += from[random() % from.size()];
    return sum / static_cast<double>(from.size());
  };
  for (int i = 0; i < kResamples; ++i) {
    const double before = draw(a);
    differences.push_back(draw(b) - before);
  }
  std::sort(differences.begin(), differences.end());
  const auto at = [&](double quantile) { return differences[static_cast<std::size_t>(quantile * (kResamples - 1))]; };
  const double difference = meanOf(b) - meanOf(a), wider = expansion(z, static_cast<double>(std::min(a.size(), b.size())));
  return NoiseInterval{difference + wider * (at((1 - confidence) / 2) - difference), difference + wider * (at((1 + confidence) / 2) - difference)};
}

}  // namespace stepscope
