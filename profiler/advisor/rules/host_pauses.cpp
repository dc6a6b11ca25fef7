// The GPU waits while the host does something long: Python, garbage collection, an op on the CPU.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/find_culprits.h"
#include "profiler/advisor/host_idle.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kModerately = 0.03;  // least fraction of the steps' time for a finding

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  if (trace.origin == Origin::Own) return advice::doesNotApply("This rule is about the loops of other programs.");
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  if (!advice::tellsLaunches(trace) || (trace.idle.of(IdleReason::Host) == 0 && trace.idle.of(IdleReason::Unknown) > trace.idle.spanNs / 20))
    return advice::notEnough("The trace does not join kernels with the calls that started them.");
  const advice::HostIdleCauses causes = advice::hostIdleCauses(trace);
  const double ms = causes.ofPauses, share = ms / std::max(trace.msPerStep(trace.stepsNs), 1e-9);
  if (share < kModerately)
    return advice::notFound(share * 100, "%",
                            fmt::format("Pauses of the host of 1 ms and more leave the GPU idle {} {}.", advice::percent(share), trace.ofSteps()));
  const std::string emphasis = advice::percent(share) + " of the time", work = advice::hostWorkWithin(trace, causes.pauseRanges);
  Finding finding = advice::found(share * 100, "%",
                                  fmt::format("The GPU has nothing to do {} while the host works: {} of {} {}.", emphasis, text::milliseconds(ms),
                                              text::milliseconds(trace.msPerStep(trace.stepsNs)), trace.aStep()),
                                  emphasis);
  if (!work.empty()) finding.sentence += fmt::format(" Meanwhile the host runs {}.", work);
  finding.category = Category::Idle;
  finding.gainAtMostMs = advice::boundedGain(trace, withoutHost(), ms);
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence.ranges = advice::longest(causes.pauseRanges);
  finding.cure = hasStacks(*trace.trace)
                     ? advice::setting("Work of the host", "Move that work out of the step, or to another thread")
                     : advice::foreignSetting(facts, "Work of the host",
                                              "Record with torch.profiler.profile(with_stack=True) and move that work out of the step",
                                              "jax.profiler.trace with a Python tracer, and move that work out of the step");
  return finding;
}

}  // namespace

RuleDef hostPausesRule() {
  return {"host_pauses",
          "The GPU waits for work of the host",
          "Idle time of the GPU in pauses of 1 ms and more, in which the host neither loads data nor waits.",
          {{"share of the steps", kModerately * 100, "%", "XProf, host overhead"}, {"a pause", 1, "ms", "nsys-ai, idle gap"}},
          check,
          PathClass::Host};
}

}  // namespace stepscope
