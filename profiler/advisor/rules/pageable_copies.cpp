// Copies from pageable memory: they stop the host and cannot run beside kernels.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/launches.h"

namespace stepscope {
namespace {

constexpr double kLeastShare = 0.01;  // least fraction of the steps' time for a finding

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  const Trace& t = *trace.trace;
  std::int64_t copies = 0, told = 0;
  for (const TraceLane& lane : t.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (lane.kindOf(i) != SpanKind::Memcpy) continue;
      ++copies;
      const std::string_view name = t.names.name(lane.name[i]);
      if (contains(name, "Pageable") || contains(name, "Pinned") || contains(name, "Device ->") || contains(name, "pageable") ||
          contains(name, "pinned"))
        ++told;
    }
  if (copies == 0) return advice::notFound(0, "copies", "No copy is recorded between host and GPU.");
  if (told == 0) return advice::notEnough("The trace does not tell pageable copies from pinned ones.");
  const auto isPageable = [&](const TraceLane& lane, std::size_t i) {
    if (lane.kindOf(i) != SpanKind::Memcpy) return false;
    const std::string_view name = t.names.name(lane.name[i]);
    return contains(name, "Pageable") || contains(name, "pageable");
  };
  const auto time = advice::timeOfSpans(trace, isPageable);
  const std::int64_t whole = trace.steps.empty() ? trace.gpuSpan.end - trace.gpuSpan.begin : trace.stepsNs;
  const double share = whole > 0 ? static_cast<double>(time.ns) / static_cast<double>(whole) : 0;
  const std::string of = trace.steps.empty() ? "of the GPU's time" : "of the steps";
  if (share < kLeastShare)
    return advice::notFound(share * 100, "%", fmt::format("Copies from or to pageable memory take {} {}.", advice::percent(share), of));
  const std::string emphasis = fmt::format("{} {}", advice::percent(share), of);
  Finding finding = advice::found(share * 100, "%",
                                  fmt::format("Copies from or to pageable memory take {}, and the host waits for each ({}).", emphasis,
                                              text::counted(time.count, "copy", "copies")),
                                  emphasis);
  finding.category = Category::Copy;
  // Their calls copy on the host before the GPU copies: both times would end.
  std::set<SpanRef> calls;
  for (const Launch& launch : launchesOf(t))
    if (const TraceLane& lane = t.laneOf(launch.work); isPageable(lane, launch.work.index)) calls.insert(launch.call);
  const SpanChange gone{[&](const TraceLane& lane, std::size_t i, TimeClass) {
                          if (isPageable(lane, i)) return 0.0;
                          const SpanRef span{static_cast<std::int32_t>(&lane - t.lanes.data()), static_cast<std::uint32_t>(i)};
                          return lane.kindOf(i) == SpanKind::Runtime && calls.contains(span) ? 0.0 : 1.0;
                        },
                        false, 1.0, 1.0, true};
  const double idle = trace.msPerStep(trace.hostIdle.copyCalls);
  finding.gainAtMostMs = advice::boundedGain(trace, gone, trace.msPerStep(time.ns) + idle);
  if (idle > 0.01 * trace.msPerStep(trace.stepsNs))
    finding.sentence += fmt::format(" The GPU has nothing to do {} {} during calls that copy.", text::milliseconds(idle), trace.aStep());
  finding.weight = advice::weightOf(trace, share + idle / std::max(trace.msPerStep(trace.stepsNs), 1e-9), finding.gainAtMostMs);
  finding.evidence = time.evidence();
  const auto pageable = [&](CopyDirection direction) { return trace.sheet.mean([&](const DeviceFacts& d) { return d.of(direction).pageableNs; }); };
  if (trace.origin == Origin::Own) return finding;
  if (pageable(CopyDirection::DeviceToHost) > pageable(CopyDirection::HostToDevice))
    finding.cure = advice::foreignSetting(
        facts, "Results to pinned memory",
        "host = torch.empty(x.shape, dtype=x.dtype, pin_memory=True); host.copy_(x, non_blocking=True), read a step later; or leave x on the GPU",
        "jax.device_get of results a step late");
  else
    finding.cure = advice::foreignSetting(facts, "Pinned memory", "DataLoader(..., pin_memory=True); x = x.to(device, non_blocking=True)",
                                          "jax.device_put of the next batch while this one computes");
  return finding;
}

}  // namespace

RuleDef pageableCopiesRule() {
  return {"pageable_copies",
          "Copies start from pageable memory",
          "Copies that the host must wait for.",
          {{"share of the steps", kLeastShare * 100, "%", "nsys analyze cuda_memcpy_async reports every one; ours"}},
          check,
          PathClass::Copy};
}

}  // namespace stepscope
