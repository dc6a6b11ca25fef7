// The batch size was changed during the run, but not the learning rate.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

constexpr double kTimes = 2;  // the larger batch divided by the smaller one

double around(const std::vector<Point>& rates, std::int64_t step, bool after) {
  std::vector<double> values;
  for (const Point& rate : rates)
    if (after ? rate.step > step && rate.step <= step + 5 : rate.step <= step && rate.step > step - 5) values.push_back(rate.value);
  return meanOf(values);
}

double lossAround(const std::vector<Point>& loss, std::int64_t step, bool after) {
  std::vector<double> values;
  for (const Point& point : loss)
    if (after ? point.step > step && point.step <= step + 30 : point.step <= step && point.step > step - 30) values.push_back(point.value);
  return meanOf(values);
}

LearningFinding check(const LearningFacts& facts) {
  if (!facts.own) return notEnough("The batch size is not among the series.");
  const BatchChange* worst = nullptr;
  for (const BatchChange& change : facts.batches)
    if (!worst || std::abs(std::log(change.after / change.before)) > std::abs(std::log(worst->after / worst->before))) worst = &change;
  if (!worst) return notFound(1, "x", "The batch size stayed as it was.");
  const double times = worst->after / worst->before, before = around(facts.rate, worst->step, false), after = around(facts.rate, worst->step, true);
  if (!std::isfinite(before) || !std::isfinite(after)) return notEnough("The learning rate around the change of the batch size is not recorded.");
  const std::string change =
      fmt::format("At step {} an update went from {} to {} samples", worst->step, text::number(worst->before), text::number(worst->after));
  const bool follows = after > 0 && before > 0 && std::abs(std::log(after / before)) >= 0.4 * std::abs(std::log(times));
  if (std::max(times, 1 / times) < kTimes || follows)
    return notFound(times, "x", fmt::format("{}, and the learning rate from {} to {}.", change, text::number(before), text::number(after)));
  const bool rose = lossAround(facts.trainLoss, worst->step, true) > 1.2 * lossAround(facts.trainLoss, worst->step, false);
  return found(
      rose ? 0.93 : 0.75, times, "x",
      fmt::format("{} while the learning rate stayed at {}. {}", change, text::number(after),
                  times > 1 ? "With fewer updates per epoch and the same rate it learns more slowly."
                            : "With more noise in each gradient the same rate may be too high."),
      fmt::format("train.schedule.scale = \"linear\" and train.schedule.reference_batch = {}: the rate then follows the batch size (for adam "
                  "\"sqrt\")",
                  text::number(worst->before)),
      {"lr", std::max<std::int64_t>(1, worst->step - 5), worst->step + 5, 0, {}});
}

}  // namespace

LearningRuleDef batchWithoutRateRule() {
  return {"batch_without_rate",
          "The batch size changed without the learning rate",
          "Whether the learning rate was changed together with the batch size.",
          {{"change of the batch size", kTimes, "x", "Goyal et al. 2017, Accurate, Large Minibatch SGD, 2.1: the linear scaling rule"}},
          check};
}

}  // namespace stepscope
