// The rank of a distributed training in the labels of a trace's processes: "rank 3 of 8, nccl, group 0 default_pg (8), group 1 mesh_dp
// (2)".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

// A group of ranks that communicate, from Kineto's pg_config.
struct ProcessGroup {
  std::string name, description;  // "0", "default_pg"; without commas, as in a label
  std::int32_t ranks = 0;         // number of ranks in it; 0: not known
};
struct DistributedRank {
  std::int32_t rank = 0;
  std::int32_t ranks = 0;              // number of ranks in the training; 0: not known
  std::string backend{};               // "nccl"; empty: not known
  std::vector<ProcessGroup> groups{};  // at most kMostGroups
};
inline constexpr std::size_t kMostGroups = 32;
std::string labelOf(const DistributedRank& rank);
// The single rank that all labels name; nothing if they name none or several.
std::optional<DistributedRank> distributedRankOf(const Trace& trace);

// The number after `word`, with at most one separator between them: 3 in "rank_3". The last such number; -1: there is none.
std::int32_t numberBehind(std::string_view text, std::string_view word);

}  // namespace stepscope
