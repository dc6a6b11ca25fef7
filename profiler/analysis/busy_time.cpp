#include "profiler/analysis/busy_time.h"

#include <algorithm>

#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

std::vector<TimeRange> rangesOf(const std::vector<SpanRef>& spans, const Trace& trace) {
  std::vector<TimeRange> ranges;
  for (const SpanRef& span : spans) {
    const TraceLane& lane = trace.lanes[static_cast<std::size_t>(span.lane)];
    ranges.push_back({lane.start[span.index], lane.start[span.index] + lane.duration[span.index]});
  }
  return ranges;
}

}  // namespace

std::vector<TimeRange> united(std::vector<TimeRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
  std::vector<TimeRange> result;
  for (const TimeRange& range : ranges) {
    if (range.end <= range.begin) continue;
    if (!result.empty() && range.begin <= result.back().end)
      result.back().end = std::max(result.back().end, range.end);
    else
      result.push_back(range);
  }
  return result;
}

std::int64_t lengthOf(const std::vector<TimeRange>& united) {
  std::int64_t length = 0;
  for (const TimeRange& range : united) length += range.end - range.begin;
  return length;
}

std::vector<TimeRange> intersection(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b) {
  std::vector<TimeRange> result;
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const TimeRange both{std::max(a[i].begin, b[k].begin), std::min(a[i].end, b[k].end)};
    if (both.begin < both.end) result.push_back(both);
    ++(a[i].end < b[k].end ? i : k);
  }
  return result;
}

std::vector<TimeRange> difference(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b) {
  std::vector<TimeRange> result;
  std::size_t k = 0;
  for (TimeRange rest : a) {
    while (k < b.size() && b[k].end <= rest.begin) ++k;
    for (std::size_t j = k; j < b.size() && b[j].begin < rest.end; ++j) {
      if (rest.begin < b[j].begin) result.push_back({rest.begin, b[j].begin});
      rest.begin = std::max(rest.begin, b[j].end);
    }
    if (rest.begin < rest.end) result.push_back(rest);
  }
  return result;
}

std::vector<TimeRange> gpuWork(const Trace& trace, std::int32_t device) {
  std::vector<TimeRange> ranges;
  for (const TraceLane& lane : trace.lanes) {
    if (device >= 0 && trace.tracks[static_cast<std::size_t>(lane.track)].device != device) continue;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (isGpuWork(lane.kindOf(i))) ranges.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
  }
  return united(std::move(ranges));
}

GpuUse gpuUse(const Trace& trace, std::int32_t device) {
  const std::vector<TimeRange> work = gpuWork(trace, device);
  GpuUse use;
  if (work.empty()) return use;
  use.busyNs = lengthOf(work);
  use.firstStart = work.front().begin;
  use.lastEnd = work.back().end;
  use.share = static_cast<double>(use.busyNs) / static_cast<double>(use.lastEnd - use.firstStart);
  const std::vector<TimeRange> steps = united(rangesOf(stepSpans(trace), trace));
  if (!steps.empty()) {
    const TimeRange span{steps.front().begin, steps.back().end};
    use.shareOfSteps = static_cast<double>(lengthOf(intersection(work, {span}))) / static_cast<double>(span.end - span.begin);
  }
  return use;
}

LoaderWait loaderWait(const Trace& trace) {
  LoaderWait wait;
  const std::vector<SpanRef> steps = stepSpans(trace);
  wait.steps = static_cast<int>(steps.size());
  for (const SpanRef& step : steps) wait.stepNs += trace.lanes[static_cast<std::size_t>(step.lane)].duration[step.index];
  if (wait.stepNs <= 0) return wait;
  const std::int32_t track = trainerTrack(trace);
  std::vector<TimeRange> ranges;
  for (const TraceLane& lane : trace.lanes) {
    if (lane.track != track) continue;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.category[i] == static_cast<std::uint8_t>(Category::Data))
        ranges.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
  }
  const std::vector<TimeRange> waiting = united(std::move(ranges));
  wait.waitNs = lengthOf(waiting);
  wait.waitGpuIdleNs = lengthOf(difference(waiting, gpuWork(trace)));
  wait.share = static_cast<double>(wait.waitNs) / static_cast<double>(wait.stepNs);
  wait.shareGpuIdle = static_cast<double>(wait.waitGpuIdleNs) / static_cast<double>(wait.stepNs);
  return wait;
}

}  // namespace stepscope
