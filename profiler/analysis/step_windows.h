// The training steps of a trace that are counted, with the GPU work that belongs to them. Definition: torch-tb-profiler (kineto tb_plugin,
// torch_tb_profiler/profiler/event_parser.py): a step lasts until its last GPU work ends, and the next one does not begin before that; the last step
// is left out if it has less than 0.8 times the kernels of the step before, since then the recording ended inside it. Our addition: without GPU work
// a last step shorter than a fifth of the median is left out.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct StepWindow {
  SpanRef span;
  std::int32_t number = -1;  // as in the recording
  TimeRange host;            // as recorded on the host; cut where it overlaps the previous step
  TimeRange whole;           // from the end of the previous step until its last GPU work
  std::int64_t kernels = 0;  // number of kernels that it launched
  std::int64_t ns() const { return whole.end - whole.begin; }
};

struct StepWindows {
  std::vector<StepWindow> steps;          // by time
  bool cutLast = false;                   // the recording ended in one more step, which is left out
  std::vector<TimeRange> withValidation;  // host times of steps that are left out, since validation takes at least 10 % of them
};

StepWindows stepWindows(const Trace& trace);

// The median of StepWindow::ns() over the steps, ns; 0 without steps.
double medianStepNs(const StepWindows& windows);

// The times in which a validation ran, from spans of Category::Validation on threads of the process of the steps; sorted, without overlap.
std::vector<TimeRange> validationRanges(const Trace& trace);

}  // namespace stepscope
