#include "profiler/io/ranks/rank_label.h"

#include <algorithm>
#include <charconv>

namespace stepscope {

namespace {

constexpr std::string_view kGroup = "group ";

// A text as a part of a label: without commas, which separate the parts, and at most 60 bytes.
std::string inLabel(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ',' || static_cast<unsigned char>(c) < 0x20; }, ' ');
  if (text.size() > 60) text.resize(60);
  return text;
}

ProcessGroup groupOf(std::string_view part) {
  part.remove_prefix(kGroup.size());
  ProcessGroup group;
  if (const std::size_t at = part.rfind(" ("); at != std::string_view::npos && part.ends_with(')')) {
    std::from_chars(part.data() + at + 2, part.data() + part.size(), group.ranks);
    part = part.substr(0, at);
  }
  const std::size_t space = part.find(' ');
  group.name = part.substr(0, space);
  if (space != std::string_view::npos) group.description = part.substr(space + 1);
  return group;
}

}  // namespace

std::string labelOf(const DistributedRank& rank) {
  std::string label = "rank " + std::to_string(rank.rank) + (rank.ranks > rank.rank ? " of " + std::to_string(rank.ranks) : "");
  if (!rank.backend.empty()) label += ", " + inLabel(rank.backend);
  for (std::size_t i = 0; i < std::min(rank.groups.size(), kMostGroups); ++i) {
    const ProcessGroup& group = rank.groups[i];
    label += ", " + std::string(kGroup) + inLabel(group.name);
    if (!group.description.empty()) label += " " + inLabel(group.description);
    if (group.ranks > 0) label += " (" + std::to_string(group.ranks) + ")";
  }
  return label;
}

std::optional<DistributedRank> distributedRankOf(const Trace& trace) {
  std::optional<DistributedRank> found;
  for (const TraceProcess& process : trace.processes) {
    // The text after the rank belongs to it; the text before it comes from another source.
    const std::string_view labels = process.labels;
    std::size_t begin = 0;
    std::optional<DistributedRank> told;
    while (begin < labels.size()) {
      const std::size_t comma = std::min(labels.find(", ", begin), labels.size());
      const std::string_view part = labels.substr(begin, comma - begin);
      begin = comma + 2;
      if (told && part.starts_with(kGroup)) told->groups.push_back(groupOf(part));
      else if (told && told->backend.empty() && told->groups.empty()) told->backend = part;
      else if (const std::int32_t rank = numberBehind(part, "rank"); rank >= 0) told = DistributedRank{rank, std::max(0, numberBehind(part, " of"))};
    }
    if (!told) continue;
    if (found && found->rank != told->rank) return std::nullopt;
    found = told;
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
