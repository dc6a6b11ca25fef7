#include "profiler/analysis/range_statistics.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "profiler/analysis/self_time.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

constexpr std::uint8_t kKind = 0x80;

// One entry per id, without a search: ids of names, categories and layers are dense small numbers.
class Table {
 public:
  RangeEntry& at(std::size_t id) {
    if (id >= slots_.size()) slots_.resize(id + 1, -1);
    if (slots_[id] < 0) {
      slots_[id] = static_cast<std::int32_t>(entries_.size());
      RangeEntry& entry = entries_.emplace_back();
      entry.shortestNs = std::numeric_limits<std::int64_t>::max();
      ids_.push_back(id);
      byCategory_.emplace_back();
    }
    return entries_[static_cast<std::size_t>(slots_[id])];
  }
  // `category`: the span's category, or kKind | kind if that is Other.
  void addTo(std::size_t id, std::uint8_t category, std::int64_t ns) {
    // A name nearly always has one category: a short list is faster than a table of all of them.
    auto& list = byCategory_[static_cast<std::size_t>(slots_[id])];
    for (auto& [known, sum] : list)
      if (known == category) {
        sum += ns;
        return;
      }
    list.emplace_back(category, ns);
  }
  template <typename NameOf>
  std::vector<RangeEntry> take(NameOf nameOf) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      entries_[i].name = nameOf(ids_[i]);
      const auto most =
          std::max_element(byCategory_[i].begin(), byCategory_[i].end(), [](const auto& a, const auto& b) { return a.second < b.second; });
      if (most == byCategory_[i].end()) continue;
      if (most->first & kKind) entries_[i].kind = static_cast<SpanKind>(most->first & ~kKind);
      else entries_[i].category = static_cast<Category>(most->first);
    }
    return std::move(entries_);
  }

 private:
  std::vector<std::int32_t> slots_;
  std::vector<RangeEntry> entries_;
  std::vector<std::size_t> ids_;
  std::vector<std::vector<std::pair<std::uint8_t, std::int64_t>>> byCategory_;
};

}  // namespace

RangeStatistics rangeStatistics(const Trace& trace, std::int64_t begin, std::int64_t end, RangeGrouping grouping) {
  RangeStatistics statistics;
  statistics.beginNs = begin;
  statistics.endNs = end;
  if (end <= begin) return statistics;

  // Gives each span the number of its entry. The numbers are dense: titles of ops come after the names, and layers have their own
  // table.
  NameTable titles, layers;
  const auto names = static_cast<std::size_t>(trace.names.size());
  std::vector<std::size_t> idOfNode(trace.nodes.size());
  for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
    const TraceNode& node = trace.nodes[i];
    idOfNode[i] = grouping == RangeGrouping::Layer ? 1 + layers.intern(node.layer) : names + titles.intern(titleOf(node));
  }
  const auto idOf = [&](const TraceLane& lane, std::size_t i) -> std::size_t {
    if (grouping == RangeGrouping::Category) return lane.category[i];
    const auto node = static_cast<std::size_t>(lane.node[i]);
    if (lane.node[i] >= 0 && node < idOfNode.size()) return idOfNode[node];
    return grouping == RangeGrouping::Layer ? 0 : lane.name[i];
  };

  Table table;
  // The lanes of a track, sorted by depth. A span that nests in another one is in the lane below it.
  std::map<std::pair<std::int32_t, std::int32_t>, const TraceLane*> laneAt;
  for (const TraceLane& lane : trace.lanes) laneAt[{lane.track, lane.depth}] = &lane;
  for (const TraceLane& lane : trace.lanes) {
    const auto deeper = laneAt.find({lane.track, lane.depth + 1});
    const TraceLane* nested = deeper == laneAt.end() ? nullptr : deeper->second;
    std::size_t child = nested ? firstEndingAfter(*nested, begin) : 0;
    for (std::size_t i = firstEndingAfter(lane, begin); i < lane.size() && lane.start[i] < end; ++i) {
      if (lane.category[i] == static_cast<std::uint8_t>(Category::Step)) continue;
      if (lane.kindOf(i) == SpanKind::Overhead && lane.duration[i] > (trace.end - trace.begin) / 2) continue;
      const std::int64_t from = std::max(begin, lane.start[i]), to = std::min(end, lane.start[i] + lane.duration[i]);
      const std::int64_t inside = std::max<std::int64_t>(0, to - from);
      std::int64_t self = inside;
      if (nested) {
        while (child < nested->size() && nested->start[child] + nested->duration[child] <= from) ++child;
        for (std::size_t k = child; k < nested->size() && nested->start[k] < to; ++k)
          self -= std::max<std::int64_t>(0, std::min(to, nested->start[k] + nested->duration[k]) - std::max(from, nested->start[k]));
      }
      const std::size_t id = idOf(lane, i);
      RangeEntry& entry = table.at(id);
      ++entry.count;
      entry.totalNs += inside;
      entry.selfNs += std::max<std::int64_t>(0, self);
      entry.shortestNs = std::min(entry.shortestNs, lane.duration[i]);
      entry.longestNs = std::max(entry.longestNs, lane.duration[i]);
      const bool other = lane.category[i] == static_cast<std::uint8_t>(Category::Other) && !lane.kind.empty();
      table.addTo(id, other ? static_cast<std::uint8_t>(kKind | lane.kind[i]) : lane.category[i], inside);
      ++statistics.spans;
    }
  }
  statistics.entries = table.take([&](std::size_t id) -> std::string {
    if (grouping == RangeGrouping::Category) return std::string(nameOf(static_cast<Category>(id)));
    if (grouping == RangeGrouping::Layer) return id == 0 ? std::string() : std::string(layers.name(static_cast<std::uint32_t>(id - 1)));
    return std::string(id < names ? trace.names.name(static_cast<std::uint32_t>(id)) : titles.name(static_cast<std::uint32_t>(id - names)));
  });
  std::stable_sort(statistics.entries.begin(), statistics.entries.end(),
                   [](const RangeEntry& a, const RangeEntry& b) { return a.selfNs > b.selfNs; });
  return statistics;
}

}  // namespace stepscope
