// The loss is flat while the learning rate does not change.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

constexpr double kFlat = 0.02;     // change from the middle third of the epochs to the last one, divided by the loss
constexpr double kHigh = 0.15;     // loss divided by that of guessing: above this it could still fall
constexpr double kJitter = 0.015;  // change of the training or validation loss from epoch to epoch, divided by it: above this it has not settled

constexpr double kLongJitter = 0.007;  // the same if at least kLong epochs are flat
constexpr std::size_t kLong = 10;
constexpr std::int64_t kSamples = 100;

LearningFinding check(const LearningFacts& facts) {
  const std::vector<double> loss = valuesOf(facts, &LearningEpoch::trainLoss), rates = valuesOf(facts, &LearningEpoch::rate);
  if (loss.size() < 9)
    return notEnough(fmt::format("Only {} with a training loss so far; nine epochs are needed to see a plateau.", epochs(facts, loss.size())));
  if (rates.size() != loss.size()) return notEnough("The learning rate is not recorded for every epoch.");
  const std::size_t third = loss.size() / 3, from = loss.size() - 2 * third;
  const double middle = meanOf(std::span(loss).subspan(from, third)), last = meanOf(std::span(loss).last(third));
  const double change = (middle - last) / middle, level = last / scaleOf(facts);
  const std::vector<double> validation = valuesOf(facts, &LearningEpoch::validationLoss);
  double jitter = jitterOf(std::span(loss).subspan(from)) / last;
  if (validation.size() == loss.size() && facts.validationSamples >= kSamples)  // with fewer samples it jumps by chance
    jitter = std::max(jitter, jitterOf(std::span(validation).subspan(from)) / meanOf(std::span(validation).subspan(from)));
  const bool constant = *std::max_element(rates.begin() + static_cast<std::ptrdiff_t>(from), rates.end()) <=
                        1.02 * *std::min_element(rates.begin() + static_cast<std::ptrdiff_t>(from), rates.end());
  const std::string flat = fmt::format("In the last {} the training loss changed by {}", epochs(facts, 2 * third), percent(std::abs(change)));
  const bool learned = last < 0.9 * scaleOf(facts);
  if (std::abs(change) >= kFlat || level < kHigh || !constant || !learned || jitter < (2 * third >= kLong ? kLongJitter : kJitter))
    return notFound(change * 100, "%", flat + (constant ? "." : "; the rate was lowered meanwhile."));
  return found(
      0.45, change * 100, "%",
      fmt::format("{}, at a learning rate that stays at {}: it is on a plateau, and jumps by {} from epoch to epoch.", flat,
                  text::number(rates.back()), percent(jitter)),
      cureOf(facts, "train.schedule.name = \"reduce_on_plateau\", or \"cosine\"", "a schedule that lowers the rate: ReduceLROnPlateau, or a cosine"),
      {"train_loss", facts.epochs[facts.epochs.size() - 2 * third].first, 0, 0, {}});
}

}  // namespace

LearningRuleDef plateauRule() {
  return {"plateau",
          "The loss is on a plateau",
          "Whether the training loss stopped falling at a learning rate that stays as it is.",
          {{"change of the loss from one third to the next", kFlat * 100, "%", "PyTorch's ReduceLROnPlateau, over more epochs"},
           {"training loss / loss of guessing, at least", kHigh * 100, "%", "so that a loss that cannot fall much further is not reported"},
           {"change from epoch to epoch", kJitter * 100, "%",
            "Bottou et al. 2018, Optimization Methods, 4.2: at a constant rate the loss settles at a level that the rate decides"}},
          check};
}

}  // namespace stepscope
