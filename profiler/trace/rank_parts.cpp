#include "profiler/trace/rank_parts.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

namespace stepscope {
namespace {

constexpr std::string_view kRank = "rank ";

// 3 for "rank 3: 4321"; -1 for other ids.
std::int32_t rankOfId(std::string_view id) {
  if (!id.starts_with(kRank)) return -1;
  std::int32_t rank = -1;
  const auto [end, error] = std::from_chars(id.data() + kRank.size(), id.data() + id.size(), rank);
  return error == std::errc() && std::string_view(end, static_cast<std::size_t>(id.data() + id.size() - end)).starts_with(": ") ? rank : -1;
}

}  // namespace

std::string rankPrefix(std::int32_t rank) {
  return std::string(kRank) + std::to_string(rank) + ": ";
}

std::int32_t rankOfProcess(const Trace& trace, std::int32_t process) {
  return process >= 0 && static_cast<std::size_t>(process) < trace.processes.size() ? rankOfId(trace.processes[static_cast<std::size_t>(process)].id)
                                                                                    : -1;
}

std::vector<std::int32_t> ranksOf(const Trace& trace) {
  std::set<std::int32_t> ranks;
  for (const TraceProcess& process : trace.processes) {
    const std::int32_t rank = rankOfId(process.id);
    if (rank < 0) return {};
    ranks.insert(rank);
  }
  return ranks.size() > 1 ? std::vector<std::int32_t>(ranks.begin(), ranks.end()) : std::vector<std::int32_t>();
}

Trace onlyRank(const Trace& trace, std::int32_t rank) {
  std::vector<char> own;
  for (const TraceTrack& track : trace.tracks)
    own.push_back(track.process >= 0 && rankOfId(trace.processes[static_cast<std::size_t>(track.process)].id) == rank);
  const auto isOwn = [&](std::int32_t track) { return own[static_cast<std::size_t>(track)] != 0; };
  Trace part;
  part.names = trace.names;
  part.processes = trace.processes;
  part.devices = trace.devices;
  part.tracks = trace.tracks;
  part.nodes = trace.nodes;
  part.notes = trace.notes;
  part.dropped = trace.dropped;
  part.endsEarly = trace.endsEarly;
  part.events = trace.events;
  part.arguments = trace.arguments;
  part.source = trace.source + ", figures of rank " + std::to_string(rank);
  std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = std::numeric_limits<std::int64_t>::min();
  const auto reach = [&](std::int64_t first, std::int64_t last) {
    begin = std::min(begin, first);
    end = std::max(end, last);
  };
  for (const TraceLane& lane : trace.lanes) {
    TraceLane& to = part.lanes.emplace_back();
    if (isOwn(lane.track)) to = lane;
    to.track = lane.track;
    to.depth = lane.depth;
    if (to.size() > 0) reach(to.start.front(), to.start.back() + to.duration.back());
  }
  for (const TraceMarks& marks : trace.marks)
    if (isOwn(marks.track) && marks.size() > 0) {
      part.marks.push_back(marks);
      reach(marks.time.front(), marks.time.back());
    }
  for (const TraceCounter& counter : trace.counters)
    if (isOwn(counter.track) && !counter.time.empty()) {
      part.counters.push_back(counter);
      reach(counter.time.front(), counter.time.back());
    }
  for (std::size_t i = 0; i < trace.flows.size(); ++i) {
    if (!isOwn(trace.laneOf(trace.flows.from[i]).track)) continue;
    part.flows.from.push_back(trace.flows.from[i]);
    part.flows.to.push_back(trace.flows.to[i]);
    part.flows.kind.push_back(trace.flows.kind[i]);
  }
  sortFlows(part.flows);
  part.begin = begin <= end ? begin : trace.begin;
  part.end = begin <= end ? end : trace.begin;
  return part;
}

}  // namespace stepscope
