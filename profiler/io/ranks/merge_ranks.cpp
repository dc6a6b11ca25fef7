#include "profiler/io/ranks/merge_ranks.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/base/lower.h"
#include "profiler/io/ranks/rank_clocks.h"
#include "profiler/io/ranks/rank_label.h"
#include "profiler/trace/rank_parts.h"

namespace stepscope {
namespace {

constexpr int kRankBits = 56;  // of a handle of arguments; the trace's number is in the bits above

class RankArguments : public ArgumentSource {
 public:
  explicit RankArguments(std::vector<std::shared_ptr<const ArgumentSource>> sources) : sources_(std::move(sources)) {}
  std::string json(std::uint64_t handle) const override {
    const std::uint64_t rank = handle >> kRankBits;
    if (rank >= sources_.size() || !sources_[rank]) return "{}";
    return sources_[rank]->json(handle & ((std::uint64_t{1} << kRankBits) - 1));
  }

 private:
  std::vector<std::shared_ptr<const ArgumentSource>> sources_;
};

std::string fileOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

// Whether two traces have the same records, possibly shifted in time: equal distances and lengths.
bool sameRecords(const Trace& a, const Trace& b) {
  if (a.spanCount() == 0 || a.spanCount() != b.spanCount() || a.lanes.size() != b.lanes.size() || a.end - a.begin != b.end - b.begin) return false;
  for (std::size_t l = 0; l < a.lanes.size(); ++l) {
    const TraceLane &x = a.lanes[l], &y = b.lanes[l];
    if (x.size() != y.size() || x.duration != y.duration) return false;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x.start[i] - a.begin != y.start[i] - b.begin || a.names.name(x.name[i]) != b.names.name(y.name[i])) return false;
  }
  return true;
}

// Notes about a rank or a recording that was given twice, because statements about different ranks would then be wrong.
std::vector<TraceNote> twiceOf(const std::vector<Trace>& traces, const std::vector<std::string>& paths, const std::vector<std::int32_t>& ranks) {
  std::vector<TraceNote> notes;
  for (std::size_t i = 0; i < traces.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const bool sameRank = ranks[i] >= 0 && ranks[i] == ranks[k], told = ranks[i] >= 0 && ranks[k] >= 0;
      const bool sameClock = traces[i].begin == traces[k].begin;
      // If the ranks are known to be different, equal lengths may be chance, but equal begins are not.
      const bool same = (sameRank || !told || sameClock) && sameRecords(traces[k], traces[i]);
      const std::string first = fileOf(paths[k]), second = fileOf(paths[i]), rank = std::to_string(ranks[i]);
      if (same && sameRank) notes.push_back({first + " and " + second + " hold the same records, of rank " + rank, 1, false});
      else if (same) notes.push_back({first + " and " + second + " hold the same records", 1, false});
      else if (sameRank) notes.push_back({first + " and " + second + " are both of rank " + rank, 1, false});
    }
  return notes;
}

class Merger {
 public:
  Trace run(std::vector<Trace> traces, const std::vector<std::string>& paths);

 private:
  void add(Trace& from, std::int32_t rank, std::size_t number, std::int64_t shift);
  std::int32_t freeDevice(std::int32_t wanted, std::int32_t rank);

  Trace to_;
  std::vector<std::shared_ptr<const ArgumentSource>> arguments_;
  std::set<std::int32_t> devices_;
};

// The device's own number if that is free, else the rank's, else the smallest free one.
std::int32_t Merger::freeDevice(std::int32_t wanted, std::int32_t rank) {
  for (std::int32_t number : {wanted, rank})
    if (devices_.insert(number).second) return number;
  std::int32_t number = 0;
  while (!devices_.insert(number).second) ++number;
  return number;
}

void Merger::add(Trace& from, std::int32_t rank, std::size_t number, std::int64_t shift) {
  const auto processes = static_cast<std::int32_t>(to_.processes.size()), tracks = static_cast<std::int32_t>(to_.tracks.size()),
             lanes = static_cast<std::int32_t>(to_.lanes.size()), nodes = static_cast<std::int32_t>(to_.nodes.size());
  const std::string label = "rank " + std::to_string(rank);
  constexpr int kOrders = 6'000'000;  // sort orders for the processes of one rank
  const auto orderOf = [&](int order) { return static_cast<int>(number) * kOrders + std::clamp(order, 0, kOrders - 1); };
  for (TraceProcess process : from.processes) {
    process.name = label + (process.name.empty() ? "" : ": " + process.name);
    process.id = rankPrefix(rank) + process.id;
    process.sortOrder = orderOf(process.sortOrder);
    to_.processes.push_back(std::move(process));
  }
  const bool own = std::any_of(from.tracks.begin(), from.tracks.end(), [](const TraceTrack& track) { return track.process < 0; });
  if (own) to_.processes.push_back({label, rankPrefix(rank), "", orderOf(0)});  // for our own recordings, whose tracks have no process
  std::map<std::int32_t, std::int32_t> deviceOf;
  for (TraceTrack track : from.tracks) {
    track.process = track.process >= 0 ? track.process + processes : static_cast<std::int32_t>(to_.processes.size()) - 1;
    track.sortOrder = static_cast<int>(to_.tracks.size());
    if (track.device >= 0) {
      const auto [known, added] = deviceOf.try_emplace(track.device, -1);
      if (added) known->second = freeDevice(track.device, rank);
      track.device = known->second;
    }
    to_.tracks.push_back(std::move(track));
  }
  for (TraceDevice device : from.devices)  // a file lists all GPUs of its machine
    if (const auto known = deviceOf.find(device.id); known != deviceOf.end()) {
      device.id = known->second;
      to_.devices.push_back(std::move(device));
    }
  for (TraceNode node : from.nodes) {
    for (std::int32_t& input : node.inputs) input += nodes;
    to_.nodes.push_back(std::move(node));
  }
  std::vector<std::uint32_t> names(from.names.size());
  for (std::uint32_t id = 0; id < names.size(); ++id) names[id] = to_.names.intern(from.names.name(id));
  const auto rename = [&](std::vector<std::uint32_t>& column) {
    for (std::uint32_t& name : column) name = names[name];
  };
  const auto move = [&](std::vector<std::int64_t>& times) {
    if (shift != 0)
      for (std::int64_t& time : times) time += shift;
  };
  const auto lead = [&](std::vector<std::uint64_t>& handles) {
    for (std::uint64_t& handle : handles) handle = handle >> kRankBits ? kNoArguments : static_cast<std::uint64_t>(number) << kRankBits | handle;
  };
  for (TraceLane& lane : from.lanes) {
    lane.track += tracks;
    rename(lane.name);
    move(lane.start);
    lead(lane.arguments);
    for (std::int32_t& node : lane.node) node += node >= 0 ? nodes : 0;
    to_.lanes.push_back(std::move(lane));
  }
  for (TraceMarks& marks : from.marks) {
    marks.track += tracks;
    rename(marks.name);
    move(marks.time);
    lead(marks.arguments);
    to_.marks.push_back(std::move(marks));
  }
  for (TraceCounter& counter : from.counters) {
    counter.track += tracks;
    move(counter.time);
    to_.counters.push_back(std::move(counter));
  }
  for (std::size_t i = 0; i < from.flows.size(); ++i) {
    to_.flows.from.push_back({from.flows.from[i].lane + lanes, from.flows.from[i].index});
    to_.flows.to.push_back({from.flows.to[i].lane + lanes, from.flows.to[i].index});
    to_.flows.kind.push_back(from.flows.kind[i]);
  }
  for (const TraceNote& note : from.notes) {
    const auto same = std::find_if(to_.notes.begin(), to_.notes.end(),
                                   [&](const TraceNote& known) { return known.reason == note.reason && known.dropped == note.dropped; });
    if (same == to_.notes.end()) to_.notes.push_back(note);
    else same->count += note.count;
  }
  to_.dropped += from.dropped;
  to_.endsEarly = to_.endsEarly || from.endsEarly;
  to_.events += from.eventCount();
  arguments_.push_back(std::move(from.arguments));
  const bool empty = number == 0;
  to_.begin = empty ? from.begin + shift : std::min(to_.begin, from.begin + shift);
  to_.end = empty ? from.end + shift : std::max(to_.end, from.end + shift);
  from = {};
}

Trace Merger::run(std::vector<Trace> traces, const std::vector<std::string>& paths) {
  std::vector<std::int32_t> ranks;
  for (std::size_t i = 0; i < traces.size(); ++i) ranks.push_back(rankOf(traces[i], paths[i]));
  const std::vector<TraceNote> twice = twiceOf(traces, paths, ranks);
  const std::set<std::int32_t> different(ranks.begin(), ranks.end());
  if (different.size() < ranks.size() || different.contains(-1)) {  // unknown, or the same one twice
    std::iota(ranks.begin(), ranks.end(), 0);
    to_.notes.push_back({"the files do not contain different ranks: they are numbered in their order", 1, false});
  }
  std::vector<std::size_t> order(traces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
  std::vector<std::int64_t> shifts(traces.size(), 0);
  std::vector<TraceNote> aligned;
  const std::string reference = "rank " + std::to_string(ranks[order.front()]);
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Trace& trace = traces[order[i]];
    ClockShift shift = clockShift(traces[order.front()], trace, reference);
    std::int64_t ignored = 0;
    if (__builtin_add_overflow(trace.begin, shift.ns, &ignored) || __builtin_add_overflow(trace.end, shift.ns, &ignored))
      shift = {0, "its clock is too far from that of " + reference + " to be aligned"};
    shifts[order[i]] = shift.ns;
    aligned.push_back({"rank " + std::to_string(ranks[order[i]]) + ": " + shift.how, 1, false});
  }
  for (std::size_t i = 0; i < order.size(); ++i) add(traces[order[i]], ranks[order[i]], i, shifts[order[i]]);
  to_.notes.insert(to_.notes.begin(), aligned.begin(), aligned.end());
  to_.notes.insert(to_.notes.begin(), twice.begin(), twice.end());
  sortFlows(to_.flows);
  to_.arguments = std::make_shared<RankArguments>(std::move(arguments_));
  to_.source = paths.size() == 2 ? paths[order.front()] + " and 1 more rank"
                                 : paths[order.front()] + " and " + std::to_string(paths.size() - 1) + " more ranks";
  return std::move(to_);
}

}  // namespace

std::int32_t rankOf(const Trace& trace, std::string_view path) {
  if (const std::optional<DistributedRank> rank = distributedRankOf(trace)) return rank->rank;
  const std::string name = lower(fileOf(path));
  for (const std::string_view word : {"rank", "worker"})
    if (const std::int32_t rank = numberBehind(name, word); rank >= 0) return rank;
  return -1;
}

Trace mergeRanks(std::vector<Trace> traces, const std::vector<std::string>& paths) {
  if (traces.size() == 1) return std::move(traces.front());
  return Merger().run(std::move(traces), paths);
}

}  // namespace stepscope
