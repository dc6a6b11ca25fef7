#include "profiler/analysis/launches.h"

#include <algorithm>

namespace stepscope {

std::vector<Launch> launchesOf(const Trace& trace) {
  const auto exists = [&](const SpanRef& span) {
    return span.lane >= 0 && static_cast<std::size_t>(span.lane) < trace.lanes.size() && span.index < trace.laneOf(span).size();
  };
  std::vector<Launch> launches;
  for (std::size_t i = 0; i < trace.flows.size(); ++i)
    if (trace.flows.kind[i] == static_cast<std::uint8_t>(FlowKind::Launch) && exists(trace.flows.from[i]) && exists(trace.flows.to[i]))
      launches.push_back({trace.flows.from[i], trace.flows.to[i]});
  const auto before = [](const Launch& a, const Launch& b) { return a.call < b.call; };
  if (!std::is_sorted(launches.begin(), launches.end(), before)) std::stable_sort(launches.begin(), launches.end(), before);
  return launches;
}

void forLaunchingOps(const Trace& trace, const std::vector<Launch>& launches, const std::function<bool(const TraceLane& lane, std::size_t i)>& counts,
                     const std::function<void(const Launch& launch, const std::vector<SpanRef>& ops)>& tell) {
  struct Shallower {
    const TraceLane* lane;
    std::int32_t number;
    std::size_t next = 0;  // the first span that starts later than the call
  };
  std::vector<Shallower> shallower;  // the deepest first
  std::vector<SpanRef> ops;
  std::int32_t current = -1;
  for (const Launch& launch : launches) {
    const TraceLane& own = trace.laneOf(launch.call);
    if (launch.call.lane != current) {
      current = launch.call.lane;
      shallower.clear();
      for (std::size_t l = 0; l < trace.lanes.size(); ++l)
        if (trace.lanes[l].track == own.track && trace.lanes[l].depth < own.depth)
          shallower.push_back({&trace.lanes[l], static_cast<std::int32_t>(l), 0});
      std::sort(shallower.begin(), shallower.end(), [](const Shallower& a, const Shallower& b) { return a.lane->depth > b.lane->depth; });
    }
    ops.clear();
    if (counts(own, launch.call.index)) ops.push_back(launch.call);
    const std::int64_t begin = own.start[launch.call.index];
    for (Shallower& above : shallower) {
      while (above.next < above.lane->size() && above.lane->start[above.next] <= begin) ++above.next;
      if (above.next == 0) continue;
      const std::size_t i = above.next - 1;
      if (above.lane->start[i] + above.lane->duration[i] >= begin && counts(*above.lane, i))
        ops.push_back({above.number, static_cast<std::uint32_t>(i)});
    }
    tell(launch, ops);
  }
}

}  // namespace stepscope
