#include "profiler/analysis/path/host_timeline.h"

#include <algorithm>
#include <utility>

#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

// Merges two lists of parts: where both have a part, that of `first` is kept. Both are sorted and without overlap.
std::vector<HostPart> overlaid(std::vector<HostPart> first, const std::vector<HostPart>& second) {
  if (second.empty()) return first;
  std::vector<HostPart> result;
  result.reserve(first.size() + second.size());
  std::size_t s = 0;
  std::int64_t free = INT64_MIN;  // end of the last part of `first` so far
  const auto fill = [&](std::int64_t until) {
    for (; s < second.size() && second[s].begin < until; ++s) {
      HostPart part = second[s];
      part.begin = std::max(part.begin, free);
      const bool goesOn = part.end > until;
      part.end = std::min(part.end, until);
      if (part.begin < part.end) result.push_back(part);
      if (goesOn) break;  // its rest may be visible after the next part
    }
  };
  for (const HostPart& part : first) {
    fill(part.begin);
    result.push_back(part);
    free = part.end;
    while (s < second.size() && second[s].end <= free) ++s;
  }
  fill(INT64_MAX);
  return result;
}

}  // namespace

std::vector<HostPart> hostTimeline(const Trace& trace, const TimeClasses& classes, const TimeRange& range) {
  const std::int32_t trainer = mainTrack(trace);
  std::vector<HostPart> works, annotations;
  std::vector<std::int32_t> tracks;
  if (trainer >= 0) tracks.push_back(trainer);
  for (std::int32_t t = 0; t < static_cast<std::int32_t>(trace.tracks.size()); ++t)
    if (t != trainer) tracks.push_back(t);
  for (const std::int32_t t : tracks) {
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(t)];
    if (track.counter || track.kind != TrackKind::Thread || !classes.hostsSteps(t)) continue;
    std::vector<HostPart> here;
    for (const SelfSegment& segment : selfSegments(trace, t, range.begin, range.end)) {
      const TraceLane& lane = trace.laneOf(segment.span);
      const HostPart part{segment.begin, segment.end, segment.span, classes.of(lane, segment.span.index)};
      const bool waits = lane.category[segment.span.index] == static_cast<std::uint8_t>(Category::Idle);
      if (part.timeClass != TimeClass::Other || (waits && t == trainer)) here.push_back(part);
      else if (t == trainer) annotations.push_back(part);
    }
    works = works.empty() ? std::move(here) : overlaid(std::move(works), here);
  }
  works = overlaid(std::move(works), annotations);
  // Ops and calls of a loader that works on the trainer's own thread are its work.
  const std::vector<TimeRange> loads = loaderWaits(trace);
  std::size_t load = 0;
  for (HostPart& part : works) {
    while (load < loads.size() && loads[load].end <= part.begin) ++load;
    if (load == loads.size()) break;
    if (loads[load].begin <= part.begin && part.end <= loads[load].end && part.span.lane >= 0 && trace.laneOf(part.span).track == trainer)
      part.timeClass = TimeClass::DataLoader;
  }
  std::vector<HostPart> all;
  all.reserve(works.size() + works.size() / 2 + 1);
  std::int64_t now = range.begin;
  for (const HostPart& part : works) {
    if (part.begin > now) all.push_back({now, part.begin, {}, TimeClass::Other});
    all.push_back(part);
    now = part.end;
  }
  if (now < range.end) all.push_back({now, range.end, {}, TimeClass::Other});
  return all;
}

}  // namespace stepscope
