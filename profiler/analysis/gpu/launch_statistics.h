// How the host supplies the GPU with work: the delay from a call to its kernel, long calls, kernels shorter than their launch, and how much
// work is queued. Definitions and limits: Holistic Trace Analysis (facebookresearch, hta/analyzers/cuda_kernel_analysis.py and
// trace_counters.py).
#pragma once

#include <cstdint>

#include "profiler/trace/trace.h"

namespace stepscope {

struct LaunchStatistics {
  std::int64_t launches = 0;                 // calls whose work is known; 0: the other members are not known either
  double medianDelayNs = 0, p95DelayNs = 0;  // from the end of the call to the start of its work, at least 0
  std::int64_t lateStarts = 0;               // delays above 100 us
  double medianCallNs = 0;
  std::int64_t longCalls = 0;     // calls above 50 us
  std::int64_t shortKernels = 0;  // kernels that last less than the call that launched only them
  std::int64_t kernels = 0;       // kernels whose launch is known
  std::int64_t longestQueue = 0;  // largest number of launched but unfinished kernels, copies and fills
  double meanQueue = 0;           // mean of that number, from the first call to the end of the last work
  bool queueWasFull = false;      // longestQueue is 1024 or more: then calls wait for the GPU
};

LaunchStatistics launchStatistics(const Trace& trace);

}  // namespace stepscope
