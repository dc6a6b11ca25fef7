#include "profiler/io/ranks/rank_label.h"

#include <algorithm>
#include <charconv>

namespace stepscope {

std::string labelOf(const DistributedRank& rank) {
  return "rank " + std::to_string(rank.rank) + (rank.ranks > rank.rank ? " of " + std::to_string(rank.ranks) : "");
}

std::optional<DistributedRank> distributedRankOf(const Trace& trace) {
  std::optional<DistributedRank> found;
  for (const TraceProcess& process : trace.processes) {
    const std::int32_t rank = numberBehind(process.labels, "rank");
    if (rank < 0) continue;
    if (found && found->rank != rank) return std::nullopt;
    found = DistributedRank{rank, std::max(0, numberBehind(process.labels, " of"))};
  }
  return found;
}

std::int32_t numberBehind(std::string_view text, std::string_view word) {
  for (std::size_t at = text.rfind(word); at != std::string_view::npos; at = at == 0 ? std::string_view::npos : text.rfind(word, at - 1)) {
    std::string_view rest = text.substr(at + word.size());
    if (!rest.empty() && (rest.front() == '_' || rest.front() == '-' || rest.front() == ' ' || rest.front() == '=')) rest.remove_prefix(1);
    std::int32_t number = -1;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), number).ec == std::errc() && number >= 0) return number;
  }
  return -1;
}

}  // namespace stepscope
