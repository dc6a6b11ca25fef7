// The loss falls all the time, but very slowly.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

LearningFinding check(const LearningFacts& facts) {
  const std::optional<SlowFall> fall = slowFallOf(facts);
  if (!fall)
    return notEnough(fmt::format("Only {} so far; five epochs are needed to tell a slow fall from a beginning.", epochs(facts, facts.epochs.size())));
  if (facts.steps > 0 && facts.steps < 50)
    return notEnough(fmt::format("Only {} so far; fifty steps are needed to judge the rate.", text::counted(facts.steps, "step")));
  const std::string figure = fall->share < 0 ? fmt::format("In {} the loss rose by {}", epochs(facts, fall->epochs), percent(-fall->share))
                                             : fmt::format("In {} the loss fell by {}", epochs(facts, fall->epochs), percent(fall->share));
  if (!isSlow(*fall)) return notFound(fall->share * 100, "%", figure + ".");
  return found(0.80, fall->share * 100, "%",
               fmt::format("{}, steadily and as fast in the end as in the beginning: {} is too low.", figure, rateOf(facts)),
               rateCure(facts, 10) + (facts.own ? "; the learning-rate range test suggests one: stepscope-cli lrtest PROJECT" : ""),
               {"train_loss", 1, 0, 0, {}});
}

}  // namespace

LearningRuleDef rateTooLowRule() {
  return {"rate_too_low",
          "The learning rate is too low",
          "Whether the loss falls steadily, slowly, and without coming to a plateau.",
          {{"fall over at least five epochs, less than", 40, "%", "Smith 2018, A disciplined approach to neural network hyper-parameters, 3"}},
          check};
}

}  // namespace stepscope
