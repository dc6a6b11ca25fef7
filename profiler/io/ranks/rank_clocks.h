// Finds by how much the clocks of two ranks' traces differ, from what both did at one moment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

// How the times of a trace are moved to those of the first rank.
struct ClockShift {
  std::int64_t ns = 0;  // to add to its times
  std::string how;      // "its clock agrees with that of rank 0 within 12 us in 240 common collectives"
};

// An operation of all ranks ends on all of them at nearly one moment: the median of the differences of the ends of common ones, where there
// are at least 3. They are matched by training step, name, and number within the step; without steps by number, where both traces hold
// as many. Without them by the clocks of the machines, where those tell the date and the two recordings overlap; else by the begin of a
// common step; else by the first event. `reference`: how the first trace is called in the text.
ClockShift clockShift(const Trace& first, const Trace& other, const std::string& reference);

}  // namespace stepscope
