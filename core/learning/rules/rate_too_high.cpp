// The loss rises sharply in the first steps, or jumps up and down until the end: the steps are too large.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

// Change of the validation loss from one epoch to the next in the second half of the run, divided by the loss of guessing.
constexpr double kJumps = 0.15;
// A rise of at least kSomeRise, which may be chance, counts if the loss also ends above kAboveGuess times that of guessing: with steps of the right
// size it would not end worse than guessing.
constexpr double kSomeRise = 1.3, kAboveGuess = 1.03;

LearningFinding check(const LearningFacts& facts) {
  if (!tellsSteps(facts))
    return notEnough("The loss of single steps is not recorded; from whole epochs alone a rate that is too high cannot be recognised.");
  const double rise = earlyRise(facts);
  const std::string rate = rateOf(facts);
  const std::string warm =
      facts.own ? "; or train.schedule.warmup_epochs = 1. The learning-rate range test suggests one: stepscope-cli lrtest PROJECT" : "; or a warm-up";
  if (rise >= kRose)
    return found(0.90, rise, "x",
                 fmt::format("In its first steps the loss rose to {} times what it began with: {} is too high.", text::rounded(rise, 3), rate),
                 rateCure(facts, 0.1) + warm,
                 {"train_loss", 1, facts.trainLoss[std::max<std::size_t>(20, facts.trainLoss.size() / 3) - 1].step, 0, {}});
  if (const SilentUnits* dead = diedInTraining(facts))
    return found(
        0.90, static_cast<double>(dead->silent) / static_cast<double>(dead->units) * 100, "%",
        fmt::format("Units at {} had a gradient when the run began, and {} of {} get none any more: the updates killed them, and {} is too high.",
                    dead->parameter, dead->silent, dead->units, rate),
        rateCure(facts, 0.1) + warm, {"grad_norm", 1, 0, 0, {dead->parameter}});
  if (const double end = lastLoss(facts); facts.guess && rise >= kSomeRise && end >= kAboveGuess * facts.guess->loss)
    return found(0.88, rise, "x",
                 fmt::format("The loss rose to {} times what it began with and ends at {}, above the {} of guessing: {} is too high.",
                             text::rounded(rise, 3), text::rounded(end, 3), text::rounded(facts.guess->loss, 3), rate),
                 rateCure(facts, 0.1) + warm, {"train_loss", 1, 0, 0, {}});
  const std::vector<double> validation = valuesOf(facts, &LearningEpoch::validationLoss);
  if (validation.size() >= 6) {
    const std::span<const double> late = std::span(validation).subspan(validation.size() / 2);
    const double jumps = jitterOf(late) / scaleOf(facts), level = meanOf(late) / scaleOf(facts);
    if (jumps >= kJumps && level >= 0.3)
      return found(0.86, jumps * 100, "%",
                   fmt::format("The validation loss jumps by {} of the loss of guessing from epoch to epoch and does not settle: {} is too high.",
                               percent(jumps), rate),
                   rateCure(facts, 0.3) + (facts.own ? "; or train.schedule.name = \"cosine\"" : "; or a schedule that lowers it"),
                   {"val_loss", facts.epochs[facts.epochs.size() / 2].first, 0, 0, {}});
  }
  return notFound(rise, "x", fmt::format("In its first steps the loss rose to {} times what it began with at most.", text::rounded(rise, 3)));
}

}  // namespace

LearningRuleDef rateTooHighRule() {
  return {"rate_too_high",
          "The learning rate is too high",
          "Whether the loss rises in the first steps, or jumps up and down to the end.",
          {{"rise in the first steps", kRose, "x", "Smith 2017, Cyclical Learning Rates, 3.3"},
           {"the same where the loss ends above that of guessing", kSomeRise, "x", "Smith 2017, Cyclical Learning Rates, 3.3"},
           {"jumps of the validation loss", kJumps * 100, "%", "Goodfellow et al. 2016, Deep Learning, 11.4.1"}},
          check};
}

}  // namespace stepscope
