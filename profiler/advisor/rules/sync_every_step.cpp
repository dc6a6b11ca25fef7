// The host waits for the GPU in every step: .item(), print(loss), a synchronous copy.
#include <fmt/format.h>

#include <set>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kLeastShare = 0.02;
constexpr double kLeastMs = 1.0;

bool isSync(std::string_view name, SpanKind kind) {
  if (kind == SpanKind::Runtime) {
    if (name.starts_with("cudaStreamSynchronize") || name.starts_with("cudaDeviceSynchronize") || name.starts_with("cudaEventSynchronize"))
      return true;
    return name.starts_with("cuStreamSynchronize") || name.starts_with("cuCtxSynchronize") || name.starts_with("hipStreamSynchronize") ||
           name.starts_with("hipDeviceSynchronize") || (name.starts_with("cudaMemcpy") && name.find("Async") == std::string_view::npos);
  }
  return kind == SpanKind::CpuOp && (name == "aten::item" || name == "aten::_local_scalar_dense");
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::notEnough(advice::withoutGpu());
  // Our trainer reads every step's loss, as it must to stop at one that is not finite. It has launched the whole step by then.
  if (trace.origin == Origin::Own) return advice::notEnough("It is about the loops of other programs: Stepscope waits once a step, for the loss.");
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  bool calls = false;
  std::vector<char> sync(trace.trace->names.size());
  for (const TraceLane& lane : trace.trace->lanes)
    for (std::size_t i = 0; i < lane.size() && !calls; ++i) calls = lane.kindOf(i) == SpanKind::Runtime;
  if (!calls) return advice::notEnough("The trace holds no calls of the CUDA runtime.");
  const auto time =
      advice::timeOfSpans(trace, [&](const TraceLane& lane, std::size_t i) { return isSync(trace.trace->names.name(lane.name[i]), lane.kindOf(i)); });
  std::set<std::size_t> steps;
  for (std::size_t s = 0, r = 0; s < trace.steps.size(); ++s) {
    while (r < time.ranges.size() && time.ranges[r].end <= trace.steps[s].range.begin) ++r;
    if (r < time.ranges.size() && time.ranges[r].begin < trace.steps[s].range.end) steps.insert(s);
  }
  const double share = trace.shareOfSteps(time.ns), ms = trace.msPerStep(time.ns);
  const double aStep = static_cast<double>(time.count) / static_cast<double>(trace.steps.size());
  const bool every = steps.size() == trace.steps.size();
  if (!every || share < kLeastShare || ms < kLeastMs)
    return advice::notFound(
        share * 100, "%",
        fmt::format("The host waits for the GPU {} of the steps, in {} of {} steps.", advice::percent(share), steps.size(), trace.steps.size()));
  const std::string emphasis = advice::percent(share) + " of the time";
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format("The host waits for the GPU in every step, {}: {:.3g} waits of {} together.", emphasis, aStep, text::milliseconds(ms)), emphasis);
  // While the host waits the GPU works: what it costs is the queue that runs empty afterwards, which the trace tells only in part.
  finding.weight = 0.25 * share;
  finding.category = Category::Idle;
  finding.evidence.spans = time.longest;
  finding.cure = advice::foreignSetting(facts, "Read the loss less often", "if step % 50 == 0: print(loss.item())",
                                        "read metrics a step late; no block_until_ready() in the loop");
  return finding;
}

}  // namespace

RuleDef syncEveryStepRule() {
  return {"sync_every_step",
          "The host waits for the GPU in every step",
          "Calls that wait for the GPU: .item(), synchronous copies, synchronize().",
          {{"share of the steps", kLeastShare * 100, "%", "nsys-ai"}, {"a step", kLeastMs, "ms", "nsys-ai"}},
          check};
}

}  // namespace stepscope
