#include "profiler/analysis/path/loader_load.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {

bool isLoader(const TraceTrack& track) {
  return track.role == TrackRole::Loader || track.role == TrackRole::LoaderWorker;
}

LoaderLoad loaderLoad(const Trace& trace) {
  LoaderLoad load;
  const std::vector<SpanRef> steps = stepSpans(trace);
  if (steps.empty()) return load;
  std::int64_t begin = INT64_MAX, end = INT64_MIN;
  for (const SpanRef& step : steps) {
    const TraceLane& lane = trace.laneOf(step);
    begin = std::min(begin, lane.start[step.index]);
    end = std::max(end, lane.start[step.index] + lane.duration[step.index]);
  }
  const bool own = trace.events == 0;
  std::set<std::string_view> workers;
  std::map<std::int32_t, std::vector<TimeRange>> processes;  // in a trace of another program each worker is a process
  for (const TraceLane& lane : trace.lanes) {
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(lane.track)];
    if (!isLoader(track)) continue;
    if (!own) {
      std::vector<TimeRange>& busy = processes[track.process];
      for (std::size_t i = 0; i < lane.size(); ++i) busy.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
      continue;
    }
    if (track.role == TrackRole::LoaderWorker) workers.insert(track.name);
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (static_cast<Category>(lane.category[i]) == Category::Data)
        load.busyNs += std::max<std::int64_t>(0, std::min(lane.start[i] + lane.duration[i], end) - std::max(lane.start[i], begin));
  }
  for (auto& [process, busy] : processes) load.busyNs += lengthOf(intersection(united(std::move(busy)), {{begin, end}}));
  load.workers = static_cast<int>(own ? workers.size() : processes.size());
  return load;
}

}  // namespace stepscope
