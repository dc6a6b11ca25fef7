#include "profiler/analysis/busy_time.h"

#include <algorithm>

#include "profiler/analysis/self_time.h"

namespace stepscope {

namespace {

// Joins ranges that overlap or touch, and drops empty ones. `ranges` must be sorted by begin.
std::vector<TimeRange> joined(const std::vector<TimeRange>& ranges) {
  std::vector<TimeRange> result;
  for (const TimeRange& range : ranges) {
    if (range.end <= range.begin) continue;
    if (!result.empty() && range.begin <= result.back().end) result.back().end = std::max(result.back().end, range.end);
    else result.push_back(range);
  }
  return result;
}

}  // namespace

std::vector<TimeRange> united(std::vector<TimeRange> ranges) {
  const auto earlier = [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; };
  if (!std::is_sorted(ranges.begin(), ranges.end(), earlier)) std::sort(ranges.begin(), ranges.end(), earlier);  // ranges of one lane are sorted
  return joined(ranges);
}

std::vector<TimeRange> unitedRuns(std::vector<std::vector<TimeRange>> runs) {
  const auto earlier = [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; };
  while (runs.size() > 1) {
    std::vector<std::vector<TimeRange>> merged;
    for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {
      std::vector<TimeRange> both(runs[i].size() + runs[i + 1].size());
      std::merge(runs[i].begin(), runs[i].end(), runs[i + 1].begin(), runs[i + 1].end(), both.begin(), earlier);
      merged.push_back(joined(both));
    }
    if (runs.size() % 2 == 1) merged.push_back(std::move(runs.back()));
    runs = std::move(merged);
  }
  return runs.empty() ? std::vector<TimeRange>() : joined(runs.front());
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

std::vector<TimeRange> loaderWaits(const Trace& trace) {
  const std::int32_t track = mainTrack(trace);
  return rangesWhere(trace, -1, [&](const TraceLane& lane, std::size_t i) {
    return lane.track == track && lane.category[i] == static_cast<std::uint8_t>(Category::Data);
  });
}

}  // namespace stepscope
