// The rank of a distributed training that a trace is of, as the labels of its processes tell it: "rank 3 of 8".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/trace/trace.h"

namespace stepscope {

struct DistributedRank {
  std::int32_t rank = 0;
  std::int32_t ranks = 0;  // of the training; 0: not told
};
std::string labelOf(const DistributedRank& rank);
// Of the one rank that all labels name; nothing where there is none, or several.
std::optional<DistributedRank> distributedRankOf(const Trace& trace);

// The number behind `word`, over at most one separator: 3 of "rank_3". The last one; -1: none.
std::int32_t numberBehind(std::string_view text, std::string_view word);

}  // namespace stepscope
