#include "profiler/analysis/self_time.h"

#include <algorithm>
#include <cmath>

namespace stepscope {
namespace {

bool isStep(const TraceLane& lane, std::size_t i) {
  return lane.category[i] == static_cast<std::uint8_t>(Category::Step);
}

}  // namespace

std::size_t firstEndingAfter(const TraceLane& lane, std::int64_t time) {
  auto i = static_cast<std::size_t>(std::upper_bound(lane.start.begin(), lane.start.end(), time) - lane.start.begin());
  while (i > 0 && lane.start[i - 1] + lane.duration[i - 1] > time) --i;
  return i;
}

std::vector<SelfTime> selfTimes(const Trace& trace, std::int32_t track, std::int64_t begin, std::int64_t end) {
  struct Edge {
    std::int64_t time;
    std::size_t self;  // index into the result
    std::int32_t depth;
    bool opens;
  };
  std::vector<SelfTime> result;
  std::vector<Edge> edges;
  std::int32_t depths = 0;
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    if (lane.track != track) continue;
    depths = std::max(depths, lane.depth + 1);
    for (std::size_t i = firstEndingAfter(lane, begin); i < lane.size() && lane.start[i] < end; ++i) {
      if (isStep(lane, i)) continue;
      const std::int64_t from = std::max(begin, lane.start[i]), to = std::min(end, lane.start[i] + lane.duration[i]);
      result.push_back({{static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)}, 0});
      if (from >= to) continue;
      edges.push_back({from, result.size() - 1, lane.depth, true});
      edges.push_back({to, result.size() - 1, lane.depth, false});
    }
  }
  // Closings before openings of the same moment, so that neighbours in a lane never overlap.
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return a.time != b.time ? a.time < b.time : a.opens < b.opens; });
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> open(static_cast<std::size_t>(depths), kNone);
  std::int64_t now = begin;
  for (const Edge& edge : edges) {
    const auto deepest = std::find_if(open.rbegin(), open.rend(), [](std::size_t self) { return self != kNone; });
    if (deepest != open.rend()) result[*deepest].ns += edge.time - now;
    now = edge.time;
    open[static_cast<std::size_t>(edge.depth)] = edge.opens ? edge.self : kNone;
  }
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
