// Where the time of the captured steps goes: by category and by op. Pure functions of a trace.
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
  double gflops = 0;  // achieved GFLOP/s; 0 when the op counts none
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
// The same of one range of time on the track of the training steps, as if it were a step.
StepBreakdown breakDown(const Trace& trace, std::int64_t begin, std::int64_t end);

// The first and the last node of the graph, by their numbers, that run within [begin, end); none when no node does.
std::optional<std::pair<std::int32_t, std::int32_t>> nodesWithin(const Trace& trace, std::int64_t begin, std::int64_t end);

}  // namespace stepscope
