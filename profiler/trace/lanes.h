// Splits the spans of one track into lanes. Spans of one thread nest; a lane holds one depth of nesting, so within a lane they are sorted
// and never overlap. Everything later (binary search, busy sums, drawing) relies on that.
#pragma once

#include <cstdint>
#include <vector>

#include "profiler/trace/recorder.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// `records` in the order in which they ended. Of two equal spans the one that ended later is the outer one. Spans that overlap without
// nesting (possible in imported traces) go to a deeper lane. The lanes carry `track` and depths 0, 1, 2, ...
std::vector<TraceLane> splitIntoLanes(std::vector<SpanRecord> records, std::int32_t track);

}  // namespace stepscope
