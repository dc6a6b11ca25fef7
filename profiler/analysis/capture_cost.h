// The cost of recording: compares recorded steps with steps of the same program without a recorder, and reports how much of the cores other programs
// used.
#pragma once

#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

struct CaptureCost {
  double recordedMs = 0;    // median of the trace's steps; 0: it has no steps
  double unrecordedMs = 0;  // median step of the same program with the recorder off; 0: not known, as in traces of other programs
  double othersShare = -1;  // part of the cores' time that other programs used during recording, 0 to 1; below 0: not known
  // recordedMs / unrecordedMs - 1; 0 if one of them is not known.
  double share() const { return recordedMs > 0 && unrecordedMs > 0 ? recordedMs / unrecordedMs - 1 : 0; }
};
CaptureCost captureCost(const Trace& trace);

// "recorded 21.4 ms, unrecorded 20.1 ms", with ", other programs took 34 % of the cores" if that was much; empty if nothing is known of the
// unrecorded step.
std::string describe(const CaptureCost& cost);

}  // namespace stepscope
