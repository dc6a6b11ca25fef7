// The threads of the host as one line of work: what the step waited for at each moment. Threads that hand over to each other (PyTorch's main thread
// waits while its autograd thread runs the backward pass) become one sequence; work that runs in parallel to the trainer's own is left out.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/analysis/time_class.h"
#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct HostPart {
  std::int64_t begin = 0, end = 0;
  SpanRef span;                            // the deepest span; lane -1: nothing is known of that time
  TimeClass timeClass = TimeClass::Other;  // of that span; work of the trainer's thread inside a wait for data counts as DataLoader
};

// The parts of `range`, in sequence without a gap. The trainer's thread is used if it works (an op, a call, a wait); else another thread of its
// process; else the annotation that is open on the trainer's thread, or nothing.
std::vector<HostPart> hostTimeline(const Trace& trace, const TimeClasses& classes, const TimeRange& range);

}  // namespace stepscope
