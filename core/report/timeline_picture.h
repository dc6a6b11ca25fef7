// A captured step as a picture: the rows of the timeline with their spans, coloured by category.
#pragma once

#include <string>

#include "core/words/words.h"
#include "profiler/trace/trace.h"

namespace stepscope::report {

// Draws the step of median length among those recorded; empty if the trace has no steps. Spans too short to be seen are merged with their neighbours
// of the same category, so that the picture of a large trace stays small.
std::string timelinePicture(const Trace& trace, const Words& words);

}  // namespace stepscope::report
