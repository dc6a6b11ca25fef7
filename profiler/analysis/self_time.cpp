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
    std::size_t span, result;  // the first span of a lane in the range, and the index in the result where the lane begins
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
  std::erase_if(result, [&](const SelfTime& self) { return isStep(trace.laneOf(self.span), self.span.index); });
  return result;
}

std::int32_t trainerTrack(const Trace& trace) {
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (isStep(lane, i)) return lane.track;
  return -1;
}

std::int32_t mainTrack(const Trace& trace) {
  if (const std::int32_t trainer = trainerTrack(trace); trainer >= 0 || trace.events == 0) return trainer;
  std::vector<std::int64_t> waits(trace.tracks.size(), 0);
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.kindOf(i) == SpanKind::Annotation && lane.category[i] == static_cast<std::uint8_t>(Category::Data))
        waits[static_cast<std::size_t>(lane.track)] += lane.duration[i];
  const auto most = std::max_element(waits.begin(), waits.end());
  return most != waits.end() && *most > 0 ? static_cast<std::int32_t>(most - waits.begin()) : -1;
}

std::vector<SpanRef> stepSpans(const Trace& trace) {
  const std::int32_t track = trainerTrack(trace);
  std::vector<SpanRef> steps;
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    if (trace.lanes[l].track != track) continue;
    for (std::size_t i = 0; i < trace.lanes[l].size(); ++i)
      if (isStep(trace.lanes[l], i)) steps.push_back({static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
  }
  const auto start = [&](const SpanRef& span) { return trace.laneOf(span).start[span.index]; };
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

namespace {

// The position in a lane: its next edge is the start or the end of span `at`.
struct Cursor {
  const TraceLane* lane;
  std::int32_t number;
  std::size_t at;
  bool open = false;
  std::int64_t time = 0;  // time of the next edge
};

constexpr std::int64_t kNever = INT64_MAX;

}  // namespace

std::size_t firstEndingAfter(const TraceLane& lane, std::int64_t time) {
  auto i = static_cast<std::size_t>(std::upper_bound(lane.start.begin(), lane.start.end(), time) - lane.start.begin());
  while (i > 0 && lane.start[i - 1] + lane.duration[i - 1] > time) --i;
  return i;
}

std::vector<SelfSegment> selfSegments(const Trace& trace, std::int32_t track, std::int64_t begin, std::int64_t end, const SpanFilter& counts) {
  std::vector<Cursor> cursors;  // by depth
  for (std::size_t l = 0; l < trace.lanes.size(); ++l)
    if (const TraceLane& lane = trace.lanes[l]; lane.track == track)
      cursors.push_back({&lane, static_cast<std::int32_t>(l), firstEndingAfter(lane, begin)});
  std::sort(cursors.begin(), cursors.end(), [](const Cursor& a, const Cursor& b) { return a.lane->depth < b.lane->depth; });
  const auto toNextStart = [&](Cursor& cursor) {
    const TraceLane& lane = *cursor.lane;
    cursor.open = false;
    const auto passedOver = [&](std::size_t i) {
      return lane.category[i] == static_cast<std::uint8_t>(Category::Step) || lane.duration[i] <= 0 || (counts && !counts(lane, i));
    };
    while (cursor.at < lane.size() && passedOver(cursor.at)) ++cursor.at;
    cursor.time = cursor.at < lane.size() && lane.start[cursor.at] < end ? std::max(begin, lane.start[cursor.at]) : kNever;
  };
  for (Cursor& cursor : cursors) toNextStart(cursor);

  std::vector<SelfSegment> segments;
  std::int64_t now = begin;
  while (true) {
    // Only a few lanes have an edge ahead at a time, seldom more than some dozens: a linear search is faster than a heap.
    std::int64_t next = kNever;
    const Cursor* deepest = nullptr;
    for (const Cursor& cursor : cursors) {
      next = std::min(next, cursor.time);
      if (cursor.open) deepest = &cursor;
    }
    const std::int64_t until = std::min(next, end);
    if (deepest && until > now) {
      const SpanRef span{deepest->number, static_cast<std::uint32_t>(deepest->at)};
      if (!segments.empty() && segments.back().span == span && segments.back().end == now) segments.back().end = until;
      else segments.push_back({now, until, span});
    }
    if (next >= end) break;
    now = std::max(now, next);
    // Passes all edges of this moment: ends before the starts of what follows in the same lane.
    for (Cursor& cursor : cursors)
      while (cursor.time == next) {
        if (cursor.open) {
          ++cursor.at;
          toNextStart(cursor);
        } else {
          cursor.open = true;
          cursor.time = cursor.lane->start[cursor.at] + cursor.lane->duration[cursor.at];
        }
      }
  }
  return segments;
}

namespace {

bool nests(const Trace& trace, const TraceLane& lane) {
  return trace.tracks[static_cast<std::size_t>(lane.track)].kind != TrackKind::Stream;
}

}  // namespace

std::vector<SpanRef> spansWithin(const Trace& trace, SpanRef span, std::size_t limit) {
  std::vector<SpanRef> found{span};
  const TraceLane& own = trace.laneOf(span);
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
  const TraceLane& own = trace.laneOf(span);
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
