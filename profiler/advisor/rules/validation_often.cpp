// Much of the run is validation.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.15;       // least fraction of the time for a finding
constexpr double kEveryStep = 0.05;  // the same if every step is followed by a validation

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.origin != Origin::Own) return advice::notEnough("Validations are not marked in this trace.");
  double share = 0, each = 0;
  const std::int64_t recorded = lengthOf(trace.validations);
  const bool ofRun = facts.run && facts.run->validationSeconds && facts.run->seconds > 0 && facts.run->epochs > 0;
  if (ofRun) {
    share = std::min(1.0, *facts.run->validationSeconds / facts.run->seconds);
    each = *facts.run->validationSeconds * 1e3 / static_cast<double>(facts.run->epochs);
  } else if (recorded > 0 && trace.stepsNs > 0) {
    share = static_cast<double>(recorded) / static_cast<double>(recorded + trace.stepsNs);
    each = static_cast<double>(recorded) * 1e-6 / static_cast<double>(trace.validations.size());
  } else {
    return advice::notEnough("No validation is recorded, and how long those of the run took is not kept with it.");
  }
  const std::string emphasis =
      ofRun ? fmt::format("{} of the run", advice::percent(share)) : fmt::format("{} of the recorded time", advice::percent(share));
  const bool everyStep = facts.run && facts.run->stepsPerEpoch == 1;
  if (share < (everyStep ? kEveryStep : kMuch)) return advice::notFound(share * 100, "%", fmt::format("Validation takes {}.", emphasis));
  // Steps between two validations.
  std::string steps;
  if (facts.run && facts.run->stepsPerEpoch > 0)
    steps = facts.run->stepsPerEpoch == 1 ? "after every step" : fmt::format("after every {} steps", facts.run->stepsPerEpoch);
  Finding finding = advice::found(
      share * 100, "%", fmt::format("Validation takes {}: {} each time{}{}.", emphasis, text::milliseconds(each), steps.empty() ? "" : ", ", steps),
      emphasis);
  finding.category = Category::Validation;
  // The time of validation per step, from the times of the run and not from the step's critical path.
  if (trace.medianStepMs > 0) finding.gainAtMostMs = trace.medianStepMs * share / std::max(1 - share, 1e-3);
  finding.weight = share;
  finding.evidence.ranges = advice::longest(trace.validations);
  finding.cure = advice::setting("Validation data", "validation_split: fewer validation samples, or more training samples per epoch");
  return finding;
}

}  // namespace

RuleDef validationOftenRule() {
  return {"validation_often",
          "Validation takes much of the time",
          "The part of the run that is validation.",
          {{"share of the time", kMuch * 100, "%", "a fifth of the data validated once an epoch takes 6 to 8 %; ours"},
           {"after every step", kEveryStep * 100, "%", "ours"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
