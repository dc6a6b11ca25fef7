// Streams that wait for each other's events (cudaStreamWaitEvent): an arrow from the work that was awaited to the work that waited, where the
// file tells the numbers of both calls. Numbers grow with every call: work that a larger one started was started later.
#include <algorithm>
#include <map>
#include <tuple>

#include "profiler/io/assembler.h"

namespace stepscope {

// launches_ is sorted by correlation.
void TraceAssembler::bindEventWaits() {
  std::vector<EventWait> waits = std::move(eventWaits_);
  eventWaits_ = {};
  if (waits.empty()) return;
  using Stream = std::tuple<std::int32_t, std::int32_t, std::int64_t>;  // process, device, stream
  std::map<Stream, std::vector<const Launch*>> work;
  for (const Launch& launch : launches_) {
    poll();
    if (!launch.onGpu) continue;
    const TraceTrack& track = base.tracks[static_cast<std::size_t>(base.lanes[static_cast<std::size_t>(launch.span.lane)].track)];
    work[{track.process, track.device, track.id}].push_back(&launch);
  }
  const auto before = [](const Launch* launch, std::uint32_t correlation) { return launch->correlation < correlation; };
  std::vector<std::pair<SpanRef, SpanRef>> arrows;
  for (const EventWait& wait : waits) {
    poll();
    const auto awaited = work.find({wait.process, wait.device, wait.awaited}), waiting = work.find({wait.process, wait.device, wait.stream});
    if (awaited == work.end() || waiting == work.end() || awaited == waiting) continue;
    const auto end = std::lower_bound(awaited->second.begin(), awaited->second.end(), wait.recorded, before);
    const auto next = std::lower_bound(waiting->second.begin(), waiting->second.end(), wait.correlation, before);
    if (end == awaited->second.begin() || next == waiting->second.end()) continue;
    const Launch &from = **(end - 1), &to = **next;
    // A number that was given twice would have the wait before what it waits for.
    if (from.start <= to.start) arrows.emplace_back(from.span, to.span);
  }
  std::sort(arrows.begin(), arrows.end());
  arrows.erase(std::unique(arrows.begin(), arrows.end()), arrows.end());
  for (const auto& [from, to] : arrows) {
    base.flows.from.push_back(from);
    base.flows.to.push_back(to);
    base.flows.kind.push_back(static_cast<std::uint8_t>(FlowKind::Other));
  }
}

}  // namespace stepscope
