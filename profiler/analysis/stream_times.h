// How much time each piece of GPU work took of its stream. Spans of one stream that overlap would count the same moment twice, so each
// moment is given to the span that began last. The sum over a stream is then the time in which it worked. Each stream is counted by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

class StreamTimes {
 public:
  explicit StreamTimes(const Trace& trace);  // keeps a reference to the trace
  // `lane` must be a lane of the trace. For a stream without overlaps it is the span's whole length.
  std::int64_t ns(const TraceLane& lane, std::size_t i) const {
    const std::vector<std::int64_t>& own = own_[static_cast<std::size_t>(&lane - trace_.lanes.data())];
    return own.empty() || !isGpuWork(lane.kindOf(i)) ? lane.duration[i] : own[i];
  }

 private:
  const Trace& trace_;
  std::vector<std::vector<std::int64_t>> own_;  // by lane; empty if nothing overlaps
};

}  // namespace stepscope
