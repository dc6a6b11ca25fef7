#include "profiler/analysis/gpu/rank_bubbles.h"

#include <algorithm>

#include "profiler/analysis/busy_time.h"
#include "profiler/trace/communication_names.h"
#include "profiler/trace/rank_parts.h"

namespace stepscope {

std::vector<RankBubble> rankBubbles(const Trace& trace) {
  const std::vector<std::int32_t> ranks = ranksOf(trace);
  if (ranks.empty()) return {};
  std::vector<char> communicates;
  for (std::uint32_t id = 0; id < trace.names.size(); ++id) communicates.push_back(namesCommunication(trace.names.name(id)));
  std::vector<std::vector<TimeRange>> work;
  {
    std::vector<std::vector<std::vector<TimeRange>>> runs(ranks.size());
    for (const TraceLane& lane : trace.lanes) {
      const auto rank =
          std::lower_bound(ranks.begin(), ranks.end(), rankOfProcess(trace, trace.tracks[static_cast<std::size_t>(lane.track)].process));
      if (rank == ranks.end() || lane.kind.empty()) continue;
      std::vector<TimeRange> here;
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (isGpuWork(lane.kindOf(i)) && !communicates[lane.name[i]]) here.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
      if (!here.empty()) runs[static_cast<std::size_t>(rank - ranks.begin())].push_back(std::move(here));
    }
    for (auto& ofRank : runs) work.push_back(unitedRuns(std::move(ofRank)));
  }
  if (std::all_of(work.begin(), work.end(), [](const auto& ofRank) { return ofRank.empty(); })) return {};
  std::vector<RankBubble> bubbles;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    RankBubble bubble{ranks[r], {}, lengthOf(work[r]), 0};
    if (!work[r].empty()) {
      bubble.work = {work[r].front().begin, work[r].back().end};
      std::vector<TimeRange> others;
      for (std::size_t other = 0; other < ranks.size(); ++other)
        if (other != r) others.insert(others.end(), work[other].begin(), work[other].end());
      bubble.bubbleNs = lengthOf(intersection(difference({bubble.work}, work[r]), united(std::move(others))));
    }
    bubbles.push_back(bubble);
  }
  return bubbles;
}

}  // namespace stepscope
