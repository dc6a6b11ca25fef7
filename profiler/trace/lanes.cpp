#include "profiler/trace/lanes.h"

#include <algorithm>

namespace stepscope {

std::vector<TraceLane> splitIntoLanes(std::vector<SpanRecord> records, std::int32_t track) {
  // Reversed before the stable sort, so that of two equal spans the outer one (which ended, and was written, last) comes first.
  std::reverse(records.begin(), records.end());
  std::stable_sort(records.begin(), records.end(), [](const SpanRecord& a, const SpanRecord& b) {
    return a.start != b.start ? a.start < b.start : a.duration > b.duration;
  });
  std::vector<TraceLane> lanes;
  std::vector<std::int64_t> openEnds;  // openEnds[d]: end of the span that is open in lane d
  for (const SpanRecord& record : records) {
    while (!openEnds.empty() && openEnds.back() <= record.start) openEnds.pop_back();
    const std::size_t depth = openEnds.size();
    if (depth == lanes.size()) {
      lanes.emplace_back();
      lanes.back().track = track;
      lanes.back().depth = static_cast<std::int32_t>(depth);
    }
    TraceLane& lane = lanes[depth];
    lane.start.push_back(record.start);
    lane.duration.push_back(record.duration);
    lane.name.push_back(record.name);
    lane.category.push_back(static_cast<std::uint8_t>(record.category));
    lane.node.push_back(record.node);
    lane.step.push_back(record.step);
    openEnds.push_back(record.start + record.duration);
  }
  return lanes;
}

}  // namespace stepscope
