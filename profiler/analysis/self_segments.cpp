#include "profiler/analysis/self_segments.h"

#include <algorithm>

namespace stepscope {
namespace {

// The position in a lane: its next edge is the start or the end of span `at`.
struct Cursor {
  const TraceLane* lane;
  std::int32_t number;
  std::size_t at;
  bool open = false;
  std::int64_t time = 0;  // of the next edge
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
    // Few lanes have an edge ahead at a time, and there are seldom more than some dozens: a search beats a heap.
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
    // All edges of this moment, ends before the starts of what follows in the same lane.
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

}  // namespace stepscope
