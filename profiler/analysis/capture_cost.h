// What recording cost. It compares steps that were recorded with steps of the same program without a recorder, and says how much of the
// cores other programs held.
#pragma once

#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

struct CaptureCost {
  double recordedMs = 0;    // median of the trace's steps; 0: it has none
  double unrecordedMs = 0;  // median of the steps before it; 0: not known, as of all foreign traces
  double othersShare = -1;  // of the cores' time while it was recorded, by other programs, 0 to 1; below 0: not known
  // recorded over unrecorded, less 1; 0 where one is not known.
  double share() const { return recordedMs > 0 && unrecordedMs > 0 ? recordedMs / unrecordedMs - 1 : 0; }
};
CaptureCost captureCost(const Trace& trace);

// "recorded 21.4 ms, unrecorded 20.1 ms", and ", other programs took 34 % of the cores" where that was much; empty where nothing is known
// of the unrecorded step.
std::string describe(const CaptureCost& cost);

}  // namespace stepscope
