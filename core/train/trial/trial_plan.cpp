#include "core/train/trial/trial_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/philox.h"

namespace stepscope {
namespace {

constexpr std::array<std::pair<TrialOutcome, const char*>, 10> kNames{{{TrialOutcome::Faster, "faster"},
                                                                       {TrialOutcome::Slower, "slower"},
                                                                       {TrialOutcome::NoChange, "no_change"},
                                                                       {TrialOutcome::Unclear, "unclear"},
                                                                       {TrialOutcome::CoresBusy, "cores_busy"},
                                                                       {TrialOutcome::Unsteady, "unsteady"},
                                                                       {TrialOutcome::LossChanged, "loss_changed"},
                                                                       {TrialOutcome::NotFinite, "not_finite"},
                                                                       {TrialOutcome::Cancelled, "cancelled"},
                                                                       {TrialOutcome::Failed, "failed"}}};

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
  const std::size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
  if (values.size() % 2 == 1) return values[middle];
  return (values[middle] + *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle))) / 2;
}

double resampledMean(const std::vector<double>& values, PhiloxStream& random) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += values[random.below(static_cast<std::uint32_t>(values.size()))];
  return sum / static_cast<double>(values.size());
}

}  // namespace

bool withSwitch(int block) {
  return block % 4 == 1 || block % 4 == 2;
}

int measuredSteps(double stepMs) {
  constexpr double kBlockMs = 250;
  constexpr int kLeast = 4, kMost = 64;
  if (!(stepMs > 0)) return kLeast;
  return static_cast<int>(std::clamp(std::ceil(kBlockMs / stepMs), double{kLeast}, double{kMost}));
}

bool TrialPair::quiet(const TrialLimits& limits) const {
  return without.others.value_or(0) <= limits.mostOthers && with.others.value_or(0) <= limits.mostOthers;
}

std::optional<TrialFigures> compareBlocks(const std::vector<TrialPair>& pairs, std::int64_t samplesWithout, std::int64_t samplesWith) {
  std::vector<const TrialPair*> kept;
  for (const TrialPair& pair : pairs)
    if (!pair.without.stepMs.empty() && !pair.with.stepMs.empty()) kept.push_back(&pair);
  if (kept.size() < 2 || samplesWithout <= 0 || samplesWith <= 0) return std::nullopt;
  const double perSample = std::log(static_cast<double>(samplesWithout) / static_cast<double>(samplesWith));
  TrialFigures figures;
  figures.pairs = static_cast<int>(kept.size());
  std::vector<double> without, with, logs;
  for (const TrialPair* pair : kept) {
    without.push_back(mean(pair->without.stepMs));
    with.push_back(mean(pair->with.stepMs));
    logs.push_back(std::log(with.back() / without.back()) + perSample);
    figures.steps += static_cast<int>(pair->without.stepMs.size() + pair->with.stepMs.size());
  }
  figures.withoutMs = median(without);
  figures.withMs = median(with);
  const auto half = static_cast<std::ptrdiff_t>(without.size() / 2);
  figures.drift = median({without.end() - half, without.end()}) / median({without.begin(), without.begin() + half}) - 1;

  constexpr int kResamples = 1000;
  PhiloxStream random(0x7269616c, kResamples);
  std::vector<double> medians;
  std::vector<double> drawn(kept.size());
  for (int i = 0; i < kResamples; ++i) {
    for (double& one : drawn) {
      const TrialPair& pair = *kept[random.below(static_cast<std::uint32_t>(kept.size()))];
      one = std::log(resampledMean(pair.with.stepMs, random) / resampledMean(pair.without.stepMs, random)) + perSample;
    }
    medians.push_back(median(drawn));
  }
  std::sort(medians.begin(), medians.end());
  const double middle = median(logs), n = static_cast<double>(kept.size());
  // The variation within a sample is smaller than that of the population.
  const double wider = std::sqrt(n / (n - 1));
  const auto at = [&](double share) { return medians[static_cast<std::size_t>(share * (kResamples - 1))]; };
  figures.ratio = std::exp(middle);
  figures.low = std::exp(middle - wider * std::max(0.0, middle - at(0.025)));
  figures.high = std::exp(middle + wider * std::max(0.0, at(0.975) - middle));
  return figures;
}

std::string nameOf(TrialOutcome outcome) {
  for (const auto& [value, name] : kNames)
    if (value == outcome) return name;
  return {};
}

TrialOutcome outcomeOf(const std::string& name) {
  for (const auto& [value, text] : kNames)
    if (text == name) return value;
  return TrialOutcome::Failed;
}

TrialOutcome judge(const std::optional<TrialFigures>& figures, int pairs, int quiet, const TrialLimits& limits) {
  // If half of the blocks were disturbed, those that look quiet were selected by luck.
  const bool fewQuiet = quiet < std::min(limits.leastPairs, pairs) || 2 * quiet < pairs;
  if (quiet < pairs && (!figures || fewQuiet)) return TrialOutcome::CoresBusy;
  constexpr int kLeastForAnything = 3;
  if (!figures || figures->pairs < kLeastForAnything) return TrialOutcome::Unclear;
  if (std::abs(figures->drift) > limits.mostDrift) return TrialOutcome::Unsteady;
  if (figures->high < 1 && figures->ratio <= 1 - limits.leastChange) return TrialOutcome::Faster;
  if (figures->low > 1 && figures->ratio >= 1 + limits.leastChange) return TrialOutcome::Slower;
  if (figures->low >= 1 / (1 + limits.sameWithin) && figures->high <= 1 + limits.sameWithin) return TrialOutcome::NoChange;
  return TrialOutcome::Unclear;
}

}  // namespace stepscope
