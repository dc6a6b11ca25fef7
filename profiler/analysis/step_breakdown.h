// Where the time of the captured steps goes: by category and by op. Pure functions of a trace.
#pragma once

#include <cstdint>
#include <string>
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

}  // namespace stepscope
