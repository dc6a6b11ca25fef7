// The loss ends above the value that it began with, or becomes NaN or infinite.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

// The loss at the end divided by the loss of guessing or of the beginning: above this it does not only learn nothing, it diverges.
constexpr double kAbove = 1.5;

LearningFinding check(const LearningFacts& facts) {
  if (facts.trainLoss.empty()) return notEnough("No training loss is recorded.");
  const auto bad = std::find_if(facts.trainLoss.begin(), facts.trainLoss.end(), [](const Point& point) { return !std::isfinite(point.value); });
  const std::string rate =
      facts.project ? fmt::format(" at a learning rate of {}", text::number(facts.project->train.optimizer.learningRate)) : std::string();
  const std::string why = facts.own ? "; train.clip.norm = 1 and train.schedule.warmup_epochs = 1 help, too" : ", clipping by norm, or a warm-up";
  if (bad != facts.trainLoss.end())
    return found(0.92, static_cast<double>(bad->step), "step",
                 fmt::format("The loss is {} from step {} on{}: the weights have run away.", std::isnan(bad->value) ? "not a number" : "infinite",
                             bad->step, rate),
                 rateCure(facts, 0.1) + why, {"train_loss", std::max<std::int64_t>(1, bad->step - 20), bad->step, 0, {}});
  if (facts.epochs.empty() && !tellsSteps(facts))
    return notEnough(fmt::format("Only {} of the training loss so far; 20 steps or an epoch are needed.",
                                 text::counted(static_cast<std::int64_t>(facts.trainLoss.size()), "point")));
  const double first = firstLoss(facts), last = lastLoss(facts);
  double least = first;
  for (const double loss : valuesOf(facts, &LearningEpoch::trainLoss)) least = std::min(least, loss);
  const double start = facts.guess ? std::max(facts.guess->loss, std::min(first, 2 * facts.guess->loss)) : first;
  const double above = last / start;
  if (!(start > 0)) return notEnough("The loss is not above 0 at the beginning, so its rise cannot be given as a ratio.");
  if (above >= kAbove && last > least)
    return found(0.92, above, "x",
                 fmt::format("The loss ends at {}, {} times the {} that it began with: training diverges{}.", text::rounded(last, 3),
                             text::rounded(above, 3), text::rounded(start, 3), rate),
                 rateCure(facts, 0.1) + why, {"train_loss", 1, 0, 0, {}});
  return notFound(above, "x", fmt::format("The loss ends at {}, {} times what it began with.", text::rounded(last, 3), text::rounded(above, 3)));
}

}  // namespace

LearningRuleDef divergingRule() {
  return {"diverging",
          "The training diverges",
          "Whether the loss ends above its first value, or becomes NaN or infinite.",
          {{"loss at the end / loss of guessing, at least", kAbove, "x", "Goodfellow et al. 2016, Deep Learning, 8.3 and 11.4"}},
          check,
          true};
}

}  // namespace stepscope
