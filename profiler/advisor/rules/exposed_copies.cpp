// Copies between host and device that no kernel hides, by direction.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.05;  // least fraction of the steps' time for a finding

std::string_view inWords(CopyDirection direction) {
  switch (direction) {
    case CopyDirection::HostToDevice: return "from the host to the device";
    case CopyDirection::DeviceToHost: return "from the device to the host";
    case CopyDirection::PeerToPeer: return "from one GPU to another";
    default: return "of one device";
  }
}

// `pageable`: some of the copies are from memory that is not pinned.
std::optional<Cure> cureOf(const AdviceFacts& facts, CopyDirection direction, bool pageable) {
  switch (direction) {
    case CopyDirection::HostToDevice:
      if (!pageable)
        return advice::foreignSetting(
            facts, "Copies beside kernels",
            "x.to(device, non_blocking=True) of the next batch on a second stream, from pinned memory as now; weights that are "
            "offloaded to the host: keep them on the GPU, or prefetch the next layer's",
            "jax.device_put of the next batch while this one computes");
      return advice::foreignSetting(facts, "Copies beside kernels",
                                    "DataLoader(..., pin_memory=True) and x.to(device, non_blocking=True) of the next batch on a second stream; "
                                    "weights that are offloaded to the host: keep them on the GPU, or prefetch the next layer's",
                                    "jax.device_put of the next batch while this one computes");
    case CopyDirection::DeviceToHost:
      return advice::foreignSetting(
          facts, "Copies beside kernels",
          "Leave results on the GPU, or copy them with non_blocking=True to pinned memory on a second stream and read them a step later",
          "jax.device_get of results a step late");
    case CopyDirection::PeerToPeer:
      return advice::foreignSetting(facts, "Fewer copies between GPUs",
                                    "One process per GPU (DistributedDataParallel) instead of moving tensors between GPUs",
                                    "One shard per device (jax.sharding)");
    default: return std::nullopt;
  }
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  auto most = CopyDirection::HostToDevice;
  const auto exposedOf = [&](CopyDirection direction) { return trace.sheet.mean([&](const DeviceFacts& d) { return d.of(direction).exposedNs; }); };
  for (const CopyDirection direction : {CopyDirection::DeviceToHost, CopyDirection::PeerToPeer})
    if (exposedOf(direction) > exposedOf(most)) most = direction;
  const auto exposed = static_cast<std::int64_t>(exposedOf(most));
  const double share = trace.shareOfSteps(exposed);
  if (share < kMuch)
    return advice::notFound(share * 100, "%",
                            fmt::format("Copies {} that no kernel hides take {} {}.", inWords(most), advice::percent(share), trace.ofSteps()));
  const std::string emphasis = advice::percent(share) + " " + trace.ofSteps();
  std::int64_t calls = 0;
  for (const DeviceFacts& device : trace.sheet.devices) calls += device.of(most).calls;
  const std::size_t gpus = trace.sheet.devices.size();
  Finding finding =
      advice::found(share * 100, "%",
                    fmt::format("Copies {} that no kernel hides take {}: {} of {} {}{} ({}).", inWords(most), emphasis,
                                text::milliseconds(trace.msPerStep(exposed)), text::milliseconds(trace.msPerStep(trace.stepsNs)), trace.aStep(),
                                gpus > 1 ? fmt::format(", mean of {} GPUs", gpus) : "", text::counted(calls, "copy", "copies")),
                    emphasis);
  const Trace& t = *trace.trace;
  const auto isOne = [&](const TraceLane& lane, std::size_t i) {
    return lane.kindOf(i) == SpanKind::Memcpy && copyKindOf(t.names.name(lane.name[i])).direction == most;
  };
  finding.category = Category::Copy;
  finding.gainAtMostMs = advice::gainOf(trace, {[&](const TraceLane& lane, std::size_t i, TimeClass) { return isOne(lane, i) ? 0.0 : 1.0; }, false});
  if (finding.gainAtMostMs && gpus == 1) finding.gainAtMostMs = std::min(*finding.gainAtMostMs, trace.msPerStep(exposed));
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence = advice::timeOfSpans(trace, isOne).evidence();
  if (trace.origin != Origin::Own) {
    const bool pageable = trace.sheet.mean([&](const DeviceFacts& d) { return d.of(most).pageableNs; }) > 0.01 * static_cast<double>(exposed);
    finding.cure = cureOf(facts, most, pageable);
  }
  return finding;
}

}  // namespace

RuleDef exposedCopiesRule() {
  return {"exposed_copies",
          "Copies between host and GPU are not hidden",
          "Copies by direction during which no kernel runs on their device.",
          {{"share of the steps", kMuch * 100, "%", "as much as XProf allows for waiting for input; ours"}},
          check,
          PathClass::Copy};
}

}  // namespace stepscope
