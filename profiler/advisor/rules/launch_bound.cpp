// The GPU waits for the host to start kernels.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kModerately = 0.03, kHighly = 0.15;

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::notEnough(advice::withoutGpu());
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const std::int64_t host = trace.idle.of(IdleReason::Host), untold = trace.idle.of(IdleReason::Unknown);
  if (trace.idle.spanNs <= 0) return advice::notEnough("No kernel ran: only copies are in the trace.");
  if (host == 0 && untold > trace.idle.spanNs / 20) return advice::notEnough("The trace does not join kernels with the calls that started them.");
  const std::int64_t kernels = trace.idle.kernels;
  const double share = trace.shareOfSteps(host), ms = trace.msPerStep(host);
  const double aStep = static_cast<double>(kernels) / static_cast<double>(trace.steps.size());
  const double meanMs = kernels > 0 ? static_cast<double>(trace.idle.busyNs) * 1e-6 / static_cast<double>(kernels) : 0;
  const std::string figures = fmt::format("{:.0f} kernels a step, {} each", aStep, text::milliseconds(meanMs));
  if (share < kModerately)
    return advice::notFound(share * 100, "%", fmt::format("The GPU waits for launches {} of the steps ({}).", advice::percent(share), figures));
  const std::string emphasis = advice::percent(share) + " of the time";
  Finding finding =
      advice::found(share * 100, "%",
                    fmt::format("The GPU waits for launches {}: {} of {}. It is {} launch-bound ({}).", emphasis, text::milliseconds(ms),
                                text::milliseconds(trace.msPerStep(trace.stepsNs)), share < kHighly ? "moderately" : "highly", figures),
                    emphasis);
  finding.category = Category::Idle;
  // Were the host's own work gone, the GPU would wait for data and for itself alone.
  finding.gainAtMostMs = advice::gainOf(trace, {[](const TraceLane&, std::size_t, TimeClass timeClass) {
                                                  return timeClass == TimeClass::Runtime || timeClass == TimeClass::Cpu ? 0.0 : 1.0;
                                                },
                                                false});
  // The path also loses what the host does inside the loader: no more can be won than the GPU waits for launches.
  if (finding.gainAtMostMs) finding.gainAtMostMs = std::min(*finding.gainAtMostMs, ms);
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  for (const GpuGap& gap : trace.idle.longest)
    if (gap.reason == IdleReason::Host) finding.evidence.ranges.push_back(gap.range);
  if (trace.origin == Origin::Own && facts.switches) finding.cure = advice::turn(facts, "batch_size", facts.switches->batchSize * 2);
  else if (trace.origin != Origin::Own)
    finding.cure = advice::foreignSetting(facts, "Fewer, larger launches", "model = torch.compile(model, mode=\"reduce-overhead\")",
                                          "jax.jit over the whole train step");
  return finding;
}

}  // namespace

RuleDef launchBoundRule() {
  return {"launch_bound",
          "The GPU waits for launches",
          "Time in which the next kernel had not been started yet, and nobody waited for data.",
          {{"moderately launch-bound", kModerately * 100, "%", "XProf, kernel launch"},
           {"highly launch-bound", kHighly * 100, "%", "XProf, kernel launch"}},
          check};
}

}  // namespace stepscope
