// A trace of several ranks (profiler/io/ranks), and the part of it that is of one: where time goes is a question to one rank at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

// What the ids of a rank's processes begin with: "rank 3: ".
std::string rankPrefix(std::int32_t rank);
// The ranks of a trace of several, in order; empty for any other trace.
std::vector<std::int32_t> ranksOf(const Trace& trace);
// Of a process of such a trace; -1 of others.
std::int32_t rankOfProcess(const Trace& trace, std::int32_t process);
// The same trace without the spans, marks, samples and arrows of the other ranks. Their tracks and lanes stay, empty, so that a SpanRef
// means the same in both. Its source names the rank; begin and end are its own.
Trace onlyRank(const Trace& trace, std::int32_t rank);

}  // namespace stepscope
