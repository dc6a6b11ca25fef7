// What the work of a GPU took of its stream. Spans of one stream that overlap would count the same moment twice: each moment is given to the
// one that began last, so that sums over a stream are the time in which it worked. Streams beside each other are counted each for itself.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

class StreamTimes {
 public:
  explicit StreamTimes(const Trace& trace);  // refers to the trace
  // lane: one of the trace's. The whole length of what overlaps nothing.
  std::int64_t ns(const TraceLane& lane, std::size_t i) const {
    const std::vector<std::int64_t>& own = own_[static_cast<std::size_t>(&lane - trace_.lanes.data())];
    return own.empty() || !isGpuWork(lane.kindOf(i)) ? lane.duration[i] : own[i];
  }

 private:
  const Trace& trace_;
  std::vector<std::vector<std::int64_t>> own_;  // by lane; empty where nothing overlaps
};

}  // namespace stepscope
