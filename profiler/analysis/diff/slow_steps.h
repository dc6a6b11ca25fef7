// The slowest steps of a trace and what was longer in them than in a usual one. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/exclusive_breakdown.h"

namespace stepscope {

struct SlowStep {
  std::size_t index = 0;     // into the windows' steps
  std::int32_t number = -1;  // as the recording counts
  TimeRange range;
  double overNs = 0;        // over the median step
  bool outlier = false;     // by more than 3 times the median absolute deviation (scaled to a standard deviation), and 10 % of the median
  NsByClass overByClass{};  // of each class over its median
  struct Op {
    std::string name;
    double overNs = 0;
  };
  std::vector<Op> ops;  // that were longest over their median, at most 3
};

// At most `count`, the slowest first; fewer than 3 steps have no usual one: empty.
std::vector<SlowStep> slowSteps(const Trace& trace, std::size_t count = 5);

}  // namespace stepscope
