// The loss stays at that of guessing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

// Training loss divided by the loss of guessing: a model that has learned something is below this.
constexpr double kStays = 0.97;

LearningFinding check(const LearningFacts& facts) {
  const bool enough = facts.epochs.size() >= 2 || facts.trainLoss.size() >= 50;
  if (!enough)
    return notEnough(
        fmt::format("Only {} so far; two epochs, or fifty steps, are needed.",
                    text::counted(static_cast<std::int64_t>(facts.trainLoss.size()), "point of the training loss", "points of the training loss")));
  const double last = lastLoss(facts);
  if (!std::isfinite(last)) return notEnough("The training loss at the end is not a finite number.");
  if (const auto fall = slowFallOf(facts); fall && isSlow(*fall))
    return notFound(fall->share * 100, "%",
                    fmt::format("The loss falls, but slowly: by {} in {}.", percent(fall->share), epochs(facts, fall->epochs)));
  const std::vector<double> trained = valuesOf(facts, &LearningEpoch::trainAccuracy);
  const double accuracy = trained.empty() ? kUnknown : trained.back();
  const std::string check =
      facts.own ? "stepscope-cli train PROJECT --check: whether it can learn one batch by heart; then the labels, the loss and the learning rate"
                : "whether it can learn one batch by heart; then the labels, the loss and the learning rate";
  if (facts.guess && std::isfinite(facts.guess->loss)) {
    const double share = last / facts.guess->loss;
    const bool atChance =
        std::isnan(accuracy) || std::isnan(facts.guess->accuracy) || accuracy <= facts.guess->accuracy + 0.1 * (1 - facts.guess->accuracy);
    if (share < kStays || !atChance)
      return notFound(share * 100, "%",
                      fmt::format("The training loss ends at {} of the loss of guessing ({}).", percent(share), text::rounded(facts.guess->loss, 3)));
    std::string sentence = fmt::format("The model does not learn: after {} the training loss is {}, and guessing comes to {}",
                                       facts.epochs.empty() ? text::counted(facts.steps, "step") : epochs(facts, facts.epochs.size()),
                                       text::rounded(last, 3), text::rounded(facts.guess->loss, 3));
    if (std::isfinite(accuracy) && std::isfinite(facts.guess->accuracy))
      sentence +=
          fmt::format("; its accuracy is {}, and always naming the most frequent class has {}", percent(accuracy), percent(facts.guess->accuracy));
    return found(0.70, share * 100, "%", sentence + ".", check, {"train_loss", 1, 0, 0, {}});
  }
  const double first = firstLoss(facts), share = first != 0 ? last / first : kUnknown;
  if (facts.epochs.size() < 5) return notEnough("The loss of guessing is not known here, and there are fewer than five epochs.");
  if (!(share >= 0.98) || share > 1.5) return notFound((1 - share) * 100, "%", fmt::format("The training loss fell by {}.", percent(1 - share)));
  return found(0.70, (1 - share) * 100, "%",
               fmt::format("The model does not learn: in {} the training loss went from {} to {}.", epochs(facts, facts.epochs.size()),
                           text::rounded(first, 3), text::rounded(last, 3)),
               check, {"train_loss", 1, 0, 0, {}});
}

}  // namespace

LearningRuleDef notLearningRule() {
  return {
      "not_learning",
      "The model does not learn",
      "Whether the loss stays at that of guessing: ln C for C classes as frequent as each other, the variance of the targets for mean squared error.",
      {{"training loss / loss of guessing, at least", kStays * 100, "%",
        "Karpathy, A Recipe for Training Neural Networks: verify the loss at its start"}},
      check};
}

}  // namespace stepscope
