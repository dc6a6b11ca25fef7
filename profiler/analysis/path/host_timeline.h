// The threads of the host as one line of work: what held the step at each moment. Threads that hand over to each other (PyTorch's main
// thread waits while its autograd thread runs the backward pass) become one sequence; what runs beside the trainer's own work is left out.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/analysis/time_class.h"
#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct HostPart {
  std::int64_t begin = 0, end = 0;
  SpanRef span;                            // the deepest one; lane -1: nothing is known of that time
  TimeClass timeClass = TimeClass::Other;  // of that span; what the trainer's thread does within a wait for data is of DataLoader
};

// The parts of `range`, which follow each other without a gap. The trainer's thread comes first where it does something (an op, a call, a
// wait); else another thread of its process; else the annotation that is open on the trainer's thread, or nothing.
std::vector<HostPart> hostTimeline(const Trace& trace, const TimeClasses& classes, const TimeRange& range);

}  // namespace stepscope
