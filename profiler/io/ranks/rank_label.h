// The rank of a distributed training that a trace is of, as the labels of its processes tell it:
// "rank 3 of 8, nccl, group 0 default_pg (8), group 1 mesh_dp (2)".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

// A group of ranks that communicate, as Kineto's pg_config tells it.
struct ProcessGroup {
  std::string name, description;  // "0", "default_pg"; without commas, as a label has them
  std::int32_t ranks = 0;         // in it; 0: not told
};
struct DistributedRank {
  std::int32_t rank = 0;
  std::int32_t ranks = 0;              // of the training; 0: not told
  std::string backend{};               // "nccl"; empty: not told
  std::vector<ProcessGroup> groups{};  // at most kMostGroups
};
inline constexpr std::size_t kMostGroups = 32;
std::string labelOf(const DistributedRank& rank);
// The one rank that all labels name; nothing if they name none or several.
std::optional<DistributedRank> distributedRankOf(const Trace& trace);

// The number after `word`, with at most one separator between them: 3 of "rank_3". The last such number; -1: there is none.
std::int32_t numberBehind(std::string_view text, std::string_view word);

}  // namespace stepscope
