// The training data are learned by heart, and the validation stays at the level of guessing: the labels have nothing to do with the inputs, or the
// labels of the two sets do not agree.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

constexpr double kStays = 0.97;        // lowest validation loss divided by the loss of guessing, at least
constexpr double kLearned = 0.9;       // training loss at the end divided by the loss of guessing, at most
constexpr double kDeviations = 2.5;    // the accuracy of the later epochs is chance if it is at most this many deviations above that of guessing
constexpr std::int64_t kSamples = 16;  // validation samples; with fewer nothing can be said
constexpr std::size_t kEpochsNeeded = 4;

LearningFinding check(const LearningFacts& facts) {
  if (!facts.guess || !std::isfinite(facts.guess->loss)) return notEnough("The loss of guessing is not known here.");
  if (facts.task == Task::LanguageModel) return notEnough("The task is a language model, whose labels are the text itself.");
  if (facts.validationSamples < kSamples)
    return notEnough(facts.validationSamples > 0
                         ? fmt::format("Only {}: too few to tell chance from learning.", text::counted(facts.validationSamples, "validation sample"))
                         : std::string("The number of validation samples is not known."));
  const std::vector<double> validation = valuesOf(facts, &LearningEpoch::validationLoss), training = valuesOf(facts, &LearningEpoch::trainLoss);
  if (validation.size() < kEpochsNeeded || training.empty())
    return notEnough(fmt::format("Only {} of the validation loss so far; four are needed.",
                                 text::counted(static_cast<std::int64_t>(validation.size()), "measurement")));
  const double guess = facts.guess->loss, least = *std::min_element(validation.begin(), validation.end()), learned = training.back() / guess;
  const std::string loss =
      fmt::format("the validation loss never fell below {}, and guessing comes to {}", text::rounded(least, 3), text::rounded(guess, 3));
  bool atChance = least >= kStays * guess;
  std::string figure = loss;
  if (const std::vector<double> right = valuesOf(facts, &LearningEpoch::validationAccuracy);
      facts.task == Task::Classification && !right.empty() && std::isfinite(facts.guess->accuracy)) {
    const double chance = facts.guess->accuracy, late = meanOf(std::span(right).subspan(right.size() / 2));
    const double deviation = std::sqrt(chance * (1 - chance) / static_cast<double>(facts.validationSamples));
    atChance = atChance && late <= chance + kDeviations * deviation;
    figure += fmt::format("; in the later epochs {} of the answers are right, and always naming the most frequent class has {}", percent(late),
                          percent(chance));
  }
  if (!atChance || learned > kLearned)
    return notFound(
        least / guess * 100, "%",
        fmt::format("The validation loss fell to {} of that of guessing, the training loss to {}.", percent(least / guess), percent(learned)));
  return found(
      0.73, least / guess * 100, "%",
      fmt::format("The training data are learned by heart (their loss fell to {} of that of guessing), and the validation stays at chance: {}. The "
                  "labels have nothing to do with the inputs, or the labels of the two sets do not agree.",
                  percent(learned), figure),
      cureOf(facts, "stepscope-cli data check PROJECT; whether each row still has its own label, and both sets name the classes alike",
             "whether each sample still has its own label, and both sets name the classes alike"),
      {"val_loss", 0, 0, 0, {}});
}

}  // namespace

LearningRuleDef unrelatedLabelsRule() {
  return {
      "unrelated_labels",
      "The validation stays at chance",
      "Whether the training data are learned and the validation is never better than guessing.",
      {{"validation loss / loss of guessing, at least", kStays * 100, "%",
        "Zhang et al. 2017, Understanding deep learning requires rethinking generalization"},
       {"training loss / loss of guessing, at most", kLearned * 100, "%", "Zhang et al. 2017: random labels are learned by heart, and nothing else"},
       {"deviations of the accuracy at chance", kDeviations, "x", "so that a lucky epoch does not count as learning"}},
      check};
}

}  // namespace stepscope
