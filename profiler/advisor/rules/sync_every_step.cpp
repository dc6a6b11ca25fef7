// The host waits for the GPU (.item(), print(loss), a synchronous copy), and the GPU has nothing to do afterwards.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/base/units.h"
#include "profiler/advisor/host_idle.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr double kLeastShare = 0.01;
constexpr double kLeastMs = 1.0;

// The first waiting call and the op in which most of the longest waits are: "call in op".
std::string placeOf(const Trace& trace, const std::vector<SpanRef>& waits) {
  std::map<std::string, int> ops;
  std::string call;
  for (const SpanRef& wait : waits) {
    const auto nameOf = [&](const SpanRef& span) {
      const TraceLane& lane = trace.laneOf(span);
      return trace.names.name(lane.name[span.index]);
    };
    if (call.empty()) call = nameOf(wait);
    std::optional<SpanRef> op = parentOf(trace, wait);
    for (; op; op = parentOf(trace, *op)) {
      const TraceLane& lane = trace.laneOf(*op);
      if (static_cast<Category>(lane.category[op->index]) == Category::Step) {
        op.reset();
        break;
      }
      if (lane.kindOf(op->index) == SpanKind::CpuOp && nameOf(*op) != "aten::_local_scalar_dense") break;
    }
    ++ops[op ? std::string(nameOf(*op)) : std::string()];
  }
  const auto most = std::max_element(ops.begin(), ops.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == ops.end() || most->first.empty()) return call;
  return call + " in " + most->first;
}

std::optional<Cure> cureOf(const AdviceFacts& facts, const std::string& place) {
  const std::string_view at = place;
  if (at.find("DeviceSynchronize") != std::string_view::npos)
    return advice::setting("No synchronisation", "Take torch.cuda.synchronize() out of the loop");
  for (const std::string_view op : {"aten::nonzero", "aten::masked_select", "aten::index", "aten::unique"})
    if (at.find(op) != std::string_view::npos)
      return advice::setting("Shapes that the host knows",
                             "torch.where(mask, a, b) instead of a[mask]: the host need not wait for the number of elements");
  const bool reads = at.find("aten::item") != std::string_view::npos || at.find("_local_scalar_dense") != std::string_view::npos ||
                     facts.trace.origin != Origin::PyTorch;
  if (facts.trace.trains && reads)
    return advice::foreignSetting(facts, "Read the loss less often", "if step % 50 == 0: print(loss.item())",
                                  "read metrics a step late; no block_until_ready() in the loop");
  return advice::foreignSetting(facts, "Read results later",
                                "Keep the decision on the GPU, or copy with non_blocking=True to pinned memory and read it a step later",
                                "read results a step late; no block_until_ready() in the loop");
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  // Our trainer reads every step's loss, as it must to stop at one that is not finite. It has launched the whole step by then.
  if (trace.origin == Origin::Own)
    return advice::doesNotApply("This rule is about the loops of other programs: Stepscope waits once a step, for the loss.");
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  bool calls = false;
  for (const TraceLane& lane : trace.trace->lanes)
    for (std::size_t i = 0; i < lane.size() && !calls; ++i) calls = lane.kindOf(i) == SpanKind::Runtime;
  if (!calls) return advice::notEnough("The trace holds no calls of the GPU's runtime.");
  // While the host waits, the GPU works. The cost of a wait is the idle time of the GPU after it.
  const advice::HostIdleCauses causes = advice::hostIdleCauses(trace);
  const double ms = causes.ofWaits, share = ms / std::max(trace.msPerStep(trace.stepsNs), 1e-9);
  std::set<std::size_t> steps;
  for (std::size_t s = 0, r = 0; s < trace.steps.size(); ++s) {
    const std::vector<TimeRange>& ranges = causes.waitRanges;
    while (r < ranges.size() && ranges[r].end <= trace.steps[s].range.begin) ++r;
    if (r < ranges.size() && ranges[r].begin < trace.steps[s].range.end) steps.insert(s);
  }
  const auto isSync = [&](const TraceLane& lane, std::size_t i) {
    return lane.kindOf(i) == SpanKind::Runtime && waitsForGpu(trace.trace->names.name(lane.name[i]), SpanKind::Runtime);
  };
  const auto time = advice::timeOfSpans(trace, isSync);
  if (share < kLeastShare || trace.msPerStep(time.ns) < kLeastMs || 2 * steps.size() < trace.steps.size())
    return advice::notFound(
        share * 100, "%",
        fmt::format("After waits of the host for the GPU the GPU has nothing to do {} {}.", advice::percent(share), trace.ofSteps()));
  const std::string place = placeOf(*trace.trace, time.longest), emphasis = advice::percent(share) + " of the time";
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format("After waits of the host for the GPU{} the GPU has nothing to do {}: {} of {} {}.", place.empty() ? "" : " (" + place + ")",
                  emphasis, text::milliseconds(ms), text::milliseconds(trace.msPerStep(trace.stepsNs)), trace.aStep()),
      emphasis);
  // Without the waits the host runs ahead, so that later idle times end too: at most all idle time in which the host had launched nothing.
  finding.gainAtMostMs = advice::boundedGain(trace, advice::withoutWaits(*trace.trace), trace.msPerStep(trace.hostIdle.all()));
  if (*finding.gainAtMostMs > 1.05 * ms)
    finding.sentence +=
        fmt::format(" Without them the host would run ahead, and up to {} of idle time would end.", text::milliseconds(*finding.gainAtMostMs));
  // If the trace shows it: the host work that could run at the same time as the GPU's.
  if (const std::string work = advice::hostWorkWithin(trace, causes.waitRanges); !work.empty() && !work.starts_with(advice::kUntold))
    finding.sentence += fmt::format(" Meanwhile the host runs {}.", work);
  finding.weight = advice::weightOf(trace, 1, finding.gainAtMostMs);
  finding.category = Category::Idle;
  finding.evidence = time.evidence();
  finding.cure = cureOf(facts, place);
  return finding;
}

}  // namespace

RuleDef syncEveryStepRule() {
  return {"sync_every_step",
          "The GPU runs out of work while the host waits for it",
          "Idle time of the GPU after calls that wait for it: .item(), synchronous copies, synchronize().",
          {{"share of the steps", kLeastShare * 100, "%", "ours; nsys-ai takes 2 % for the waits themselves"}, {"a step", kLeastMs, "ms", "nsys-ai"}},
          check,
          PathClass::Host};
}

}  // namespace stepscope
