// Merges the traces of several ranks of one training: processes side by side, GPUs with separate numbers, one clock.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

inline constexpr std::size_t kMostRanks = 250;  // traces that can be opened as one

// The rank in the label of a process: "rank 3 of 8" (imports write it from Kineto's distributedInfo), else in the name of the file: "rank3",
// "rank_3", "worker3". -1: in neither.
std::int32_t rankOf(const Trace& trace, std::string_view path);

// Notes tell how the clocks were aligned (rank_clocks.h). At least one trace; a single one is returned unchanged.
Trace mergeRanks(std::vector<Trace> traces, const std::vector<std::string>& paths);

}  // namespace stepscope
