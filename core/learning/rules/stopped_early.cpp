// Early stopping ended a run that was still getting better.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

constexpr double kStillFalls = 0.005;  // fall per epoch of a straight line through the last epochs, divided by the loss

LearningFinding check(const LearningFacts& facts) {
  if (!facts.own) return notEnough("Imported series do not show whether early stopping ended the run.");
  if (!facts.stoppedEarly) return notFound(0, "", "Early stopping did not end the run.");
  const std::vector<double> validation = valuesOf(facts, &LearningEpoch::validationLoss), training = valuesOf(facts, &LearningEpoch::trainLoss);
  if (validation.size() < 3 || training.size() < 3)
    return notEnough(fmt::format("It stopped after {}; three are needed to see a trend.", epochs(facts, validation.size())));
  const std::int64_t patience = facts.project ? std::max<std::int64_t>(1, facts.project->train.earlyStopping.patience) : 1;
  // With a patience of 3 or more, the epochs since the best one are enough to see a trend; otherwise the last five are used.
  const std::size_t count = std::min(validation.size(), patience >= 3 ? static_cast<std::size_t>(patience) + 1 : std::size_t{5});
  const std::span<const double> late = std::span(validation).last(count);
  const double falls = -slopeOf(late) / std::abs(meanOf(late)),
               trains = -slopeOf(std::span(training).last(count)) / std::abs(meanOf(std::span(training).last(count)));
  const std::string trend = fmt::format("{}; in the last {} the validation loss changed by {} an epoch on average", *facts.stoppedEarly,
                                        epochs(facts, count), percent(-falls));
  if (falls < kStillFalls || trains < kStillFalls) return notFound(falls * 100, "%", trend + ".");
  return found(
      0.65, falls * 100, "%",
      fmt::format(
          "Early stopping ended the run after {}, but it had not converged: through the ups and downs the validation loss still falls by {} an epoch.",
          epochs(facts, facts.epochs.size()), percent(falls)),
      fmt::format("train.early_stopping.patience = {}; the run can go on: stepscope-cli train PROJECT --resume {}",
                  std::max<std::int64_t>(5, 3 * patience), facts.run),
      {"val_loss", facts.epochs[facts.epochs.size() - count].first, 0, 0, {}});
}

}  // namespace

LearningRuleDef stoppedEarlyRule() {
  return {"stopped_early",
          "It was stopped before it had converged",
          "Whether the validation loss was still falling when early stopping ended the run.",
          {{"fall per epoch, at least", kStillFalls * 100, "%", "Prechelt 1998, Early Stopping - But When?: a curve has more than one minimum"}},
          check};
}

}  // namespace stepscope
