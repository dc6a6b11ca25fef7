#include "profiler/analysis/self_time.h"

#include <algorithm>
#include <cmath>

namespace stepscope {
namespace {

bool isStep(const TraceLane& lane, std::size_t i) {
  return lane.category[i] == static_cast<std::uint8_t>(Category::Step);
}

}  // namespace

std::vector<SelfTime> selfTimes(const Trace& trace, std::int32_t track, std::int64_t begin, std::int64_t end) {
  std::vector<SelfTime> result;
  struct First {
    std::size_t span, result;  // the first span of a lane in the range, and where the lane begins in the result
  };
  std::vector<First> first(trace.lanes.size());
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    if (lane.track != track) continue;
    std::size_t i = firstEndingAfter(lane, begin);
    first[l] = {i, result.size()};
    for (; i < lane.size() && lane.start[i] < end; ++i) result.push_back({{static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)}, 0});
  }
  for (const SelfSegment& segment : selfSegments(trace, track, begin, end)) {
    const First& lane = first[static_cast<std::size_t>(segment.span.lane)];
    result[lane.result + segment.span.index - lane.span].ns += segment.end - segment.begin;
  }
  std::erase_if(result, [&](const SelfTime& self) { return isStep(trace.lanes[static_cast<std::size_t>(self.span.lane)], self.span.index); });
  return result;
}

std::int32_t trainerTrack(const Trace& trace) {
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (isStep(lane, i)) return lane.track;
  return -1;
}

std::vector<SpanRef> stepSpans(const Trace& trace) {
  const std::int32_t track = trainerTrack(trace);
  std::vector<SpanRef> steps;
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    if (trace.lanes[l].track != track) continue;
    for (std::size_t i = 0; i < trace.lanes[l].size(); ++i)
      if (isStep(trace.lanes[l], i)) steps.push_back({static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
  }
  const auto start = [&](const SpanRef& span) { return trace.lanes[static_cast<std::size_t>(span.lane)].start[span.index]; };
  std::sort(steps.begin(), steps.end(), [&](const SpanRef& a, const SpanRef& b) { return start(a) < start(b); });
  return steps;
}

double quantileOf(std::vector<double> values, double quantile) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double at = quantile * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (values[high] - values[low]) * (at - static_cast<double>(low));
}

}  // namespace stepscope
