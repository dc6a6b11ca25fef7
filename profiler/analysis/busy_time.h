// The times in which something ran. They are unions of spans, so nothing is counted twice however many kernels overlap. Pure functions of
// any trace. The loader waits of our own recordings ("data wait") and of PyTorch's ("enumerate(DataLoader)...") are recognized by their
// category.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// Sorted, without overlap or empty ranges; ranges that touch are one.
std::vector<TimeRange> united(std::vector<TimeRange> ranges);
// Does the same for lists that are each sorted by begin. They are merged two by two, without sorting.
std::vector<TimeRange> unitedRuns(std::vector<std::vector<TimeRange>> runs);
std::int64_t lengthOf(const std::vector<TimeRange>& united);
// Both lists must be sorted and without overlap. intersection() returns the times that are in both, difference() those in `a` but not in `b`.
std::vector<TimeRange> intersection(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b);
std::vector<TimeRange> difference(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b);

// The times in which a span ran that `wanted` accepts. `device` -1: on any device.
template <class Wanted>
std::vector<TimeRange> rangesWhere(const Trace& trace, std::int32_t device, const Wanted& wanted) {
  std::vector<TimeRange> ranges;
  for (const TraceLane& lane : trace.lanes) {
    if (device >= 0 && trace.tracks[static_cast<std::size_t>(lane.track)].device != device) continue;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (wanted(lane, i)) ranges.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
  }
  return united(std::move(ranges));
}
// The times in which the track that holds the steps waited for data.
std::vector<TimeRange> loaderWaits(const Trace& trace);

}  // namespace stepscope
