#include "profiler/analysis/stream_times.h"

#include "profiler/analysis/self_time.h"

namespace stepscope {

StreamTimes::StreamTimes(const Trace& trace) : trace_(trace), own_(trace.lanes.size()) {
  const SpanFilter work = [](const TraceLane& lane, std::size_t i) { return isGpuWork(lane.kindOf(i)); };
  std::vector<char> overlaps(trace.tracks.size(), 0);
  for (const TraceLane& lane : trace.lanes) {
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(lane.track)];
    if (track.kind != TrackKind::Stream || track.name == kAllStreams || lane.depth == 0) continue;
    for (std::size_t i = 0; i < lane.size() && !overlaps[static_cast<std::size_t>(lane.track)]; ++i)
      overlaps[static_cast<std::size_t>(lane.track)] = isGpuWork(lane.kindOf(i));
  }
  for (std::size_t l = 0; l < trace.lanes.size(); ++l)
    if (overlaps[static_cast<std::size_t>(trace.lanes[l].track)]) own_[l].assign(trace.lanes[l].size(), 0);
  for (std::size_t t = 0; t < trace.tracks.size(); ++t)
    if (overlaps[t])
      for (const SelfSegment& segment : selfSegments(trace, static_cast<std::int32_t>(t), trace.begin, trace.end, work))
        own_[static_cast<std::size_t>(segment.span.lane)][segment.span.index] += segment.end - segment.begin;
}

}  // namespace stepscope
