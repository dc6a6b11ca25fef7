// The validation set is too small to compare epochs by it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

constexpr double kVeryWide = 0.12;  // the same as kWide, for an accuracy that hardly changes, which it may do by chance
constexpr double kWide = 0.08;      // half of the interval, as a share (8 percentage points)
constexpr std::int64_t kFew = 150;  // samples; with as many or more it is not reported
constexpr double kMoves = 0.02;     // mean change from epoch to epoch, as a share

// Half of the 95 % interval of a share (Wilson 1927).
double halfInterval(double share, double n) {
  constexpr double z = 1.96;
  return z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
}

double meanChangeOf(std::span<const double> values) {
  double sum = 0;
  for (std::size_t i = 1; i < values.size(); ++i) sum += std::abs(values[i] - values[i - 1]);
  return values.size() > 1 ? sum / static_cast<double>(values.size() - 1) : 0;
}

LearningFinding check(const LearningFacts& facts) {
  const std::vector<double> accuracy = valuesOf(facts, &LearningEpoch::validationAccuracy);
  if (facts.own && facts.task == Task::Regression)
    return notEnough("The interval can only be computed for an accuracy, but the task is a regression.");
  if (facts.validationSamples <= 0) return notEnough("The number of validation samples is not known.");
  if (accuracy.size() < 4)
    return notEnough(fmt::format("Only {} of the validation accuracy so far; four are needed.",
                                 text::counted(static_cast<std::int64_t>(accuracy.size()), "measurement")));
  if (facts.task == Task::LanguageModel) return notEnough("The answers of a language model depend on each other, so that an interval is not known.");
  const std::span<const double> late = std::span(accuracy).subspan(accuracy.size() / 2);
  const double share = meanOf(late), half = halfInterval(share, static_cast<double>(facts.validationSamples)), moves = meanChangeOf(late);
  const std::string sentence = fmt::format("With {} the accuracy of {} is known to \u00b1{} points",
                                           text::counted(facts.validationSamples, "validation sample"), percent(share), text::rounded(half * 100, 2));
  if (half < kWide || facts.validationSamples >= kFew || (moves < kMoves && half < kVeryWide)) return notFound(half * 100, "points", sentence + ".");
  return found(
      0.50, half * 100, "points",
      fmt::format("{} (95 %), and it moves by {} points from epoch to epoch: the validation set is too small to tell which epoch is the best.",
                  sentence, text::rounded(moves * 100, 2)),
      "data.validation_split = 0.3, or more validation data", {"val_accuracy", 0, 0, 0, {}});
}

}  // namespace

LearningRuleDef noisyValidationRule() {
  return {"noisy_validation",
          "The validation set is too small",
          "The interval of the validation accuracy compared with its changes from epoch to epoch.",
          {{"half of the 95 % interval", kWide * 100, "points", "Wilson 1927, the interval of a share"},
           {"the same for an accuracy that hardly changes", kVeryWide * 100, "points", "Wilson 1927, the interval of a share"},
           {"change from epoch to epoch", kMoves * 100, "points", "so that an accuracy that has settled is not reported"}},
          check};
}

}  // namespace stepscope
