// Where the time of the captured steps goes: by phase and by op. Pure functions of a trace. Every moment belongs to one phase: the wait for data,
// else the phase of GPU work or copies, else that of the thread of the steps, else that of ops on other threads of the host (PyTorch's backward pass
// has its own thread), else none (Idle). The same time by kind of work: exclusive_breakdown.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct CategoryTime {
  Category category;
  double msPerStep = 0, share = 0;  // share of the step in [0, 1]
};

struct OpTime {
  std::string title;  // "conv2d backward weights"
  Category category = Category::Other;
  double callsPerStep = 0, msPerStep = 0, share = 0;
  double gflops = 0;  // achieved GFLOP/s; 0 if the op counts no operations
  double gigabytesPerSecond = 0;
  std::string costliestLayer;
};

struct StepBreakdown {
  int steps = 0;
  double medianStepMs = 0, p95StepMs = 0;
  std::vector<CategoryTime> categories;  // data wait, forward, backward, optimizer, copies, between ops (Idle); sums to the step
  std::vector<OpTime> ops;               // most expensive first
};

StepBreakdown breakDown(const Trace& trace);
// Does the same for one range of time, as if it were a step. Returns an empty breakdown if the trace has no steps.
StepBreakdown breakDown(const Trace& trace, std::int64_t begin, std::int64_t end);

// The smallest and the largest number of a graph node that runs within [begin, end); no value if no node does.
std::optional<std::pair<std::int32_t, std::int32_t>> nodesWithin(const Trace& trace, std::int64_t begin, std::int64_t end);

}  // namespace stepscope
