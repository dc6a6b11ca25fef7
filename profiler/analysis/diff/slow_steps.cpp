#include "profiler/analysis/diff/slow_steps.h"

#include <algorithm>
#include <cmath>

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

}  // namespace stepscope
