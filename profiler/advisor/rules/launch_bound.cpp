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
  if (!trace.gpu) return advice::withoutGpu(facts);
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const std::int64_t untold = trace.idle.of(IdleReason::Unknown);
  if (trace.idle.spanNs <= 0) return advice::notEnough("No kernel ran: only copies are in the trace.");
  const bool own = trace.origin == Origin::Own;
  if ((!own && !advice::tellsLaunches(trace)) || (trace.idle.of(IdleReason::Host) == 0 && untold > trace.idle.spanNs / 20))
    return advice::notEnough("The trace does not join kernels with the calls that started them.");
  // For foreign programs, idle time because of memory calls, code loading, waits for the GPU or long work of the host has rules of its own.
  const std::int64_t host = own ? trace.idle.of(IdleReason::Host) : trace.hostIdle.launches, kernels = trace.idle.kernels,
                     calls = advice::launchCalls(trace);
  const double share = trace.shareOfSteps(host), ms = trace.msPerStep(host);
  const auto steps = static_cast<double>(trace.steps.size());
  const std::int64_t busy = trace.idle.busyNs * static_cast<std::int64_t>(std::max<std::size_t>(1, trace.sheet.devices.size()));
  const double meanMs = kernels > 0 ? static_cast<double>(busy) * 1e-6 / static_cast<double>(kernels) : 0;
  const std::string each = advice::counted(static_cast<double>(kernels) / steps, "kernel") + " " + trace.aStep(),
                    figures = fmt::format("{}, of {} each on average", each, text::milliseconds(meanMs));
  if (share < kModerately)
    return advice::notFound(share * 100, "%",
                            fmt::format("The GPU waits for launches {} ({}).", advice::percent(share) + " " + trace.ofSteps(), figures));
  if (!own && calls * advice::kGraph < kernels)
    return advice::notFound(share * 100, "%",
                            fmt::format("CUDA graphs start the kernels: {} {}, in {}. Between them the GPU waits {} of the time.",
                                        advice::counted(static_cast<double>(kernels) / steps, "kernel"), trace.aStep(),
                                        advice::counted(static_cast<double>(calls) / steps, "call"), advice::percent(share)));
  if (!own && static_cast<double>(calls) < advice::kFewestLaunches * steps)
    return advice::notFound(
        share * 100, "%",
        fmt::format("{}: the GPU waits {} of the time for them, and they are too few to join.",
                    advice::counted(static_cast<double>(calls) / steps, "launch", "launches") + " " + trace.aStep(), advice::percent(share)));
  const std::string emphasis = advice::percent(share) + " of the time";
  Finding finding =
      advice::found(share * 100, "%",
                    fmt::format("The GPU waits for launches {}: {} of {}. It is {} launch-bound ({}).", emphasis, text::milliseconds(ms),
                                text::milliseconds(trace.msPerStep(trace.stepsNs)), share < kHighly ? "moderately" : "highly", figures),
                    emphasis);
  finding.category = Category::Idle;
  // Compiled code and graphs remove the ops, their calls and the Python between them. The gain is at most the time in which the GPU waits for
  // launches.
  finding.gainAtMostMs = advice::boundedGain(trace, withoutHost(), ms);
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence.ranges = advice::longest(own ? trace.idle.hostRanges : trace.hostIdle.launchRanges);
  if (own && facts.switches) finding.cure = advice::turn(facts, "batch_size", facts.switches->batchSize * 2);
  else if (const char* server = advice::graphsOfServer(trace)) finding.cure = advice::setting("CUDA graphs", server);
  else if (!own)
    finding.cure = advice::foreignSetting(
        facts, "Fewer, larger launches",
        advice::namesHave(trace, {"CompiledFxGraph", "Torch-Compiled Region"})
            ? "torch.compile(model, mode=\"reduce-overhead\", fullgraph=True): CUDA graphs, and no breaks between them"
            : "model = torch.compile(model, mode=\"reduce-overhead\")",
        "jax.jit over the whole train step", "tf.function(train_step, jit_compile=True); Keras: model.compile(..., jit_compile=True)");
  return finding;
}

}  // namespace

RuleDef launchBoundRule() {
  return {"launch_bound",
          "The GPU waits for launches",
          "Time in which the next kernel had not been started yet, and the host did not wait for data.",
          {{"moderately launch-bound", kModerately * 100, "%", "XProf, kernel launch"},
           {"highly launch-bound", kHighly * 100, "%", "XProf, kernel launch"}},
          check,
          PathClass::Host};
}

}  // namespace stepscope
