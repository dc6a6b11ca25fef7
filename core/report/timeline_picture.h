// A captured step as a picture: the rows of the timeline with their spans, coloured by what they belong to.
#pragma once

#include <string>

#include "core/words/words.h"
#include "profiler/trace/trace.h"

namespace stepscope::report {

// The step of median length among those recorded; empty when the trace has no steps. Spans too short to be seen are merged with their
// neighbours of the same colour, so that a trace of any size gives a picture of some hundred shapes.
std::string timelinePicture(const Trace& trace, const Words& words);

}  // namespace stepscope::report
