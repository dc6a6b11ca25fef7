// Finds the difference between the clocks of two ranks' traces, from operations that both did at the same time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

// How the times of a trace are shifted to those of the first rank.
struct ClockShift {
  std::int64_t ns = 0;  // to be added to its times
  std::string how;      // "its clock agrees with that of rank 0 within 12 us at the ends of 240 common collectives"
};

// A collective operation ends on all ranks at nearly the same moment: the median of the differences of the ends of common ones, if there are at least
// 3. They are matched by training step, name, and number within the step; without steps by number, if both traces contain as many. Without
// collectives by the clocks of the machines, if they contain the date and the recordings overlap; else by the begin of a common step; else by the
// first event. `reference`: the name of the first trace in the text.
ClockShift clockShift(const Trace& first, const Trace& other, const std::string& reference);

}  // namespace stepscope
