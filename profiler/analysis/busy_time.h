// How much of the time something went on: unions of spans, so that nothing counts twice however many kernels overlap. Pure functions of any
// trace; steps and loader waits of our own recordings and of PyTorch's are told by their category.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// Sorted, without overlap or empty ranges; ranges that touch are one.
std::vector<TimeRange> united(std::vector<TimeRange> ranges);
std::int64_t lengthOf(const std::vector<TimeRange>& united);
// Of two united lists: where both are; where the first is and the second is not.
std::vector<TimeRange> intersection(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b);
std::vector<TimeRange> difference(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b);

// When a GPU ran a kernel, a copy or a memset. device -1: any.
std::vector<TimeRange> gpuWork(const Trace& trace, std::int32_t device = -1);

struct GpuUse {
  std::int64_t busyNs = 0;
  std::int64_t firstStart = 0, lastEnd = 0;  // of its work, ns
  double share = 0;                          // busy / (lastEnd - firstStart); 0 without work
  double shareOfSteps = 0;                   // busy within the span from the first step to the last one / that span; 0 without steps
};
GpuUse gpuUse(const Trace& trace, std::int32_t device = -1);

// Waiting for data on the track that the steps are on: "enumerate(DataLoader)..." of PyTorch, "data wait" of ours.
struct LoaderWait {
  int steps = 0;
  std::int64_t stepNs = 0;             // sum of the steps
  std::int64_t waitNs = 0;             // time within loader spans
  std::int64_t waitGpuIdleNs = 0;      // the part of it in which no GPU worked
  double share = 0, shareGpuIdle = 0;  // of stepNs; 0 without steps
};
LoaderWait loaderWait(const Trace& trace);

}  // namespace stepscope
