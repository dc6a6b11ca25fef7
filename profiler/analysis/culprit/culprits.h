// Finds the code that a time belongs to, by name: the ops, modules and lines of Python that spans come from, and the frames in which most of a wait
// was spent.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/culprit/host_stacks.h"

namespace stepscope {

struct Culprit {
  std::string place;    // ProgramPlace::text, or the path of frames
  std::int64_t ns = 0;  // time of the spans at this place
  std::int64_t count = 0;
};

// The places of these spans, sorted by time, largest first, at most `most`. Spans without a place are left out.
std::vector<Culprit> culpritsOf(const HostStacks& stacks, const std::vector<SpanRef>& spans, std::size_t most = 3);

// Where a thread spent these ranges (sorted, without overlap): from the outermost span inwards, as long as a span holds at least half of the time of
// the one around it. The result is the innermost such frame that is not library code, then " > " and the innermost frame of all: "data.py(301):
// resize > scipy zoom". Empty if no span is inside the ranges.
std::vector<Culprit> dominantFrames(const HostStacks& stacks, std::int32_t track, const std::vector<TimeRange>& ranges);

}  // namespace stepscope
