// Extracts the part of one rank from a trace of several ranks (profiler/io/ranks): time is analysed for one rank at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

// The prefix of the ids of a rank's processes: "rank 3: ".
std::string rankPrefix(std::int32_t rank);
// The ranks in a trace of several ranks, in order; empty for any other trace.
std::vector<std::int32_t> ranksOf(const Trace& trace);
// The rank of a process in such a trace; -1 for others.
std::int32_t rankOfProcess(const Trace& trace, std::int32_t process);
// The same trace without the spans, marks, samples and arrows of the other ranks. Their tracks and lanes stay, but empty, so that a SpanRef means the
// same in both traces. Its source names the rank; begin and end are its own.
Trace onlyRank(const Trace& trace, std::int32_t rank);

}  // namespace stepscope
