// The training steps of a trace, as far as they count, with the work of the GPU that belongs to them. Definition: torch-tb-profiler
// (kineto tb_plugin, torch_tb_profiler/profiler/event_parser.py): a step lasts until its last work on the GPU ends and the next one begins
// no sooner; the last step is left out when it has less than 0.8 times the kernels of the one before, since then the recording ended in it.
// Ours: without work of a GPU a last step of less than a fifth of the median is left out.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct StepWindow {
  SpanRef span;
  std::int32_t number = -1;  // as the recording counts
  TimeRange host;            // as recorded on the host; clipped where it overlaps the step before
  TimeRange whole;           // until its last work on the GPU, from where the step before ended
  std::int64_t kernels = 0;  // that it launched
  std::int64_t ns() const { return whole.end - whole.begin; }
};

struct StepWindows {
  std::vector<StepWindow> steps;  // by time
  bool cutLast = false;           // one more was there and is left out
};

StepWindows stepWindows(const Trace& trace);

// The median of whole steps, ns; 0 without steps.
double medianStepNs(const StepWindows& windows);

}  // namespace stepscope
