#include "profiler/analysis/gpu_idle.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr std::size_t kListed = 50;

// The parts of the sorted `ranges` that lie within `range`.
std::vector<TimeRange> within(const std::vector<TimeRange>& ranges, const TimeRange& range) {
  std::vector<TimeRange> result;
  auto it = std::lower_bound(ranges.begin(), ranges.end(), range.begin, [](const TimeRange& r, std::int64_t at) { return r.end <= at; });
  for (; it != ranges.end() && it->begin < range.end; ++it) result.push_back({std::max(it->begin, range.begin), std::min(it->end, range.end)});
  return result;
}

struct Kernel {
  std::int64_t start, end;
  SpanRef span;
};

}  // namespace

std::vector<std::int32_t> computingDevices(const Trace& trace) {
  std::set<std::int32_t> devices;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.kindOf(i) == SpanKind::Kernel) {
        devices.insert(trace.tracks[static_cast<std::size_t>(lane.track)].device);
        break;
      }
  return {devices.begin(), devices.end()};
}

GpuIdle gpuIdle(const Trace& trace, std::int32_t device, const std::vector<TimeRange>& steps) {
  GpuIdle idle;
  std::vector<Kernel> kernels;
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    if (device >= 0 && trace.tracks[static_cast<std::size_t>(lane.track)].device != device) continue;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.kindOf(i) == SpanKind::Kernel)
        kernels.push_back({lane.start[i], lane.start[i] + lane.duration[i], {static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)}});
  }
  if (kernels.empty()) return idle;
  std::sort(kernels.begin(), kernels.end(), [](const Kernel& a, const Kernel& b) { return std::tie(a.start, a.span) < std::tie(b.start, b.span); });
  const std::int32_t trainer = mainTrack(trace);
  const std::vector<TimeRange> copies = unitedRuns(
      {rangesWhere(trace, device,
                   [](const TraceLane& lane, std::size_t i) { return lane.kindOf(i) == SpanKind::Memcpy || lane.kindOf(i) == SpanKind::Memset; }),
       // Our own trainer's "copy batch". An op that copies (aten::copy_) does not count: nothing is copied before it calls the device.
       rangesWhere(trace, -1, [trainer](const TraceLane& lane, std::size_t i) {
         return lane.track == trainer && lane.kindOf(i) == SpanKind::Annotation && lane.category[i] == static_cast<std::uint8_t>(Category::Copy);
       })});
  const std::vector<TimeRange> waits = loaderWaits(trace);
  // Kineto's own span covers the whole recording; it is not overhead.
  const std::vector<TimeRange> overhead = rangesWhere(trace, -1, [&](const TraceLane& lane, std::size_t i) {
    return lane.kindOf(i) == SpanKind::Overhead && lane.duration[i] <= (trace.end - trace.begin) / 2;
  });

  // The end of the call that launched the kernel: before it the host delays the kernel, after it the GPU. -1: not in the trace.
  const auto launchEnd = [&trace](const SpanRef& kernel) {
    std::int64_t launched = -1;
    for (const std::uint32_t flow : flowsTo(trace, kernel)) {
      if (trace.flows.kind[flow] != static_cast<std::uint8_t>(FlowKind::Launch)) continue;
      const SpanRef from = trace.flows.from[flow];
      if (trace.events > 0 && trace.laneOf(from).kindOf(from.index) == SpanKind::CpuOp) continue;  // the op is known, but not the call inside it
      launched = std::max(launched, trace.laneOf(from).start[from.index] + trace.laneOf(from).duration[from.index]);
    }
    return launched;
  };
  // Adds a gap before `next`, or until the end of the steps if no kernel follows (null).
  const auto addGap = [&](const TimeRange& gap, const SpanRef& before, const Kernel* next) {
    const std::vector<TimeRange> counted = steps.empty() ? std::vector<TimeRange>{gap} : within(steps, gap);
    if (counted.empty()) return;
    std::array<std::int64_t, kIdleReasons> part{};
    const auto give = [&](IdleReason reason, const std::vector<TimeRange>& ranges) { part[static_cast<std::size_t>(reason)] += lengthOf(ranges); };
    std::vector<TimeRange> rest = counted;
    const auto take = [&](IdleReason reason, const std::vector<TimeRange>& ranges) {
      const std::vector<TimeRange> taken = intersection(rest, within(ranges, gap));
      give(reason, taken);
      rest = difference(rest, taken);
    };
    take(IdleReason::Copy, copies);
    take(IdleReason::Data, waits);
    take(IdleReason::Profiler, overhead);
    const std::int64_t launched = next ? launchEnd(next->span) : gap.end;
    if (launched < 0) {
      give(IdleReason::Unknown, rest);
    } else {
      const std::vector<TimeRange> hosted =
          launched > gap.begin ? intersection(rest, {{gap.begin, std::min(launched, gap.end)}}) : std::vector<TimeRange>();
      give(IdleReason::Host, hosted);
      idle.hostRanges.insert(idle.hostRanges.end(), hosted.begin(), hosted.end());
      give(IdleReason::Between, difference(rest, hosted));
    }
    for (int r = 0; r < kIdleReasons; ++r) idle.reasonNs[r] += part[static_cast<std::size_t>(r)];
    ++idle.gaps;
    const auto most = static_cast<std::size_t>(std::max_element(part.begin(), part.end()) - part.begin());
    idle.longest.push_back({gap, static_cast<IdleReason>(most), before, next ? next->span : before});
    if (idle.longest.size() >= 2 * kListed) {
      std::nth_element(idle.longest.begin(), idle.longest.begin() + kListed, idle.longest.end(),
                       [](const GpuGap& a, const GpuGap& b) { return a.range.end - a.range.begin > b.range.end - b.range.begin; });
      idle.longest.resize(kListed);
    }
  };

  Kernel last = kernels.front();  // the kernel so far that ends last
  if (!steps.empty() && steps.front().begin < last.start) addGap({steps.front().begin, last.start}, last.span, &last);
  for (const Kernel& next : kernels) {
    if (steps.empty() || !within(steps, {next.start, next.start + 1}).empty()) ++idle.kernels;
    if (next.start > last.end) addGap({last.end, next.start}, last.span, &next);
    if (next.end > last.end) last = next;
  }
  if (!steps.empty() && steps.back().end > last.end) addGap({last.end, steps.back().end}, last.span, nullptr);
  idle.spanNs = steps.empty() ? last.end - kernels.front().start : lengthOf(steps);
  idle.busyNs = idle.spanNs;
  for (const std::int64_t ns : idle.reasonNs) idle.busyNs -= ns;
  std::sort(idle.longest.begin(), idle.longest.end(), [](const GpuGap& a, const GpuGap& b) {
    const std::int64_t la = a.range.end - a.range.begin, lb = b.range.end - b.range.begin;
    return la != lb ? la > lb : a.range.begin < b.range.begin;
  });
  if (idle.longest.size() > kListed) idle.longest.resize(kListed);
  return idle;
}

}  // namespace stepscope
