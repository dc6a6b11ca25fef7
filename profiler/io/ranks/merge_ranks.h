// The traces of several ranks of one training as one trace: processes side by side, GPUs with numbers of their own, one clock.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

inline constexpr std::size_t kMostRanks = 250;  // traces that can be opened as one

// What the label of a process says of its rank: "rank 3 of 8" (imports write it from Kineto's distributedInfo), else the name of the file:
// "rank3", "rank_3", "worker3". -1: neither tells.
std::int32_t rankOf(const Trace& trace, std::string_view path);

// Notes tell by what the clocks of each were aligned (rank_clocks.h). At least one trace; one comes back as it is.
Trace mergeRanks(std::vector<Trace> traces, const std::vector<std::string>& paths);

}  // namespace stepscope
