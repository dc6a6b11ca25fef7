#include "profiler/analysis/span_nesting.h"

#include <algorithm>

namespace stepscope {
namespace {

bool nests(const Trace& trace, const TraceLane& lane) {
  return trace.tracks[static_cast<std::size_t>(lane.track)].kind != TrackKind::Stream;
}

}  // namespace

std::vector<SpanRef> spansWithin(const Trace& trace, SpanRef span, std::size_t limit) {
  std::vector<SpanRef> found{span};
  const TraceLane& own = trace.lanes[static_cast<std::size_t>(span.lane)];
  if (!nests(trace, own)) return found;
  const std::int64_t begin = own.start[span.index], end = begin + own.duration[span.index];
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    if (lane.track != own.track || lane.depth <= own.depth) continue;
    auto i = static_cast<std::size_t>(std::lower_bound(lane.start.begin(), lane.start.end(), begin) - lane.start.begin());
    for (; i < lane.size() && lane.start[i] + lane.duration[i] <= end; ++i) {
      if (found.size() >= limit) return found;
      found.push_back({static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
    }
  }
  return found;
}

std::optional<SpanRef> parentOf(const Trace& trace, SpanRef span) {
  const TraceLane& own = trace.lanes[static_cast<std::size_t>(span.lane)];
  if (!nests(trace, own)) return std::nullopt;
  const std::int64_t begin = own.start[span.index], end = begin + own.duration[span.index];
  std::optional<SpanRef> found;
  std::int32_t depth = -1;
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    if (lane.track != own.track || lane.depth >= own.depth || lane.depth <= depth) continue;
    const auto after = static_cast<std::size_t>(std::upper_bound(lane.start.begin(), lane.start.end(), begin) - lane.start.begin());
    if (after == 0 || lane.start[after - 1] + lane.duration[after - 1] < end) continue;
    found = SpanRef{static_cast<std::int32_t>(l), static_cast<std::uint32_t>(after - 1)};
    depth = lane.depth;
  }
  return found;
}

}  // namespace stepscope
