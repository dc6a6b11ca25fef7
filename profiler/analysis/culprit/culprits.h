// Who a stretch of time belongs to, by name: the ops, modules and lines of Python that spans come from, and the frames that most of a wait was spent
// in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/culprit/host_stacks.h"

namespace stepscope {

struct Culprit {
  std::string place;    // ProgramPlace::text, or the path of frames
  std::int64_t ns = 0;  // of the spans that have it
  std::int64_t count = 0;
};

// The places of these spans, the most time first, at most `most`. Spans without any place are left out.
std::vector<Culprit> culpritsOf(const HostStacks& stacks, const std::vector<SpanRef>& spans, std::size_t most = 3);

// Where a thread spent these ranges (sorted, without overlap): from the outermost span inwards to what holds at least half of the time of what is
// around it. The innermost such frame that is of no library, with the innermost of all behind an arrow: "data.py(301): resize > scipy zoom". Nothing:
// no span nests in them.
std::vector<Culprit> dominantFrames(const HostStacks& stacks, std::int32_t track, const std::vector<TimeRange>& ranges);

}  // namespace stepscope
