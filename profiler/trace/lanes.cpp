#include "profiler/trace/lanes.h"

#include <algorithm>

namespace stepscope {

std::size_t LaneChooser::laneOf(std::int64_t start, std::int64_t end) {
  while (open_ > 0 && ends_[open_ - 1] <= start) --open_;
  parent_ = static_cast<std::ptrdiff_t>(open_) - 1;
  while (parent_ >= 0 && (ends_[static_cast<std::size_t>(parent_)] < end || ends_[static_cast<std::size_t>(parent_)] <= start)) --parent_;
  auto lane = static_cast<std::size_t>(parent_ + 1);
  while (lane < open_ && ends_[lane] > start) ++lane;
  if (lane == ends_.size()) ends_.push_back(0);
  ends_[lane] = end;
  open_ = std::max(open_, lane + 1);
  return lane;
}

std::vector<TraceLane> splitIntoLanes(std::vector<SpanRecord> records, std::int32_t track, std::vector<CorrelatedSpan>* correlated) {
  // Reversed before the stable sort: of two equal spans the outer one ended and was written last, and must come first.
  std::reverse(records.begin(), records.end());
  std::stable_sort(records.begin(), records.end(),
                   [](const SpanRecord& a, const SpanRecord& b) { return a.start != b.start ? a.start < b.start : a.duration > b.duration; });
  std::vector<TraceLane> lanes;
  const bool arguments = std::any_of(records.begin(), records.end(), [](const SpanRecord& record) { return record.arguments != 0; });
  LaneChooser chooser;
  for (const SpanRecord& record : records) {
    const std::size_t depth = chooser.laneOf(record.start, record.start + record.duration);
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
    const SpanKind kind = record.kind != SpanKind::Other ? record.kind : record.node >= 0 ? SpanKind::CpuOp : SpanKind::Annotation;
    lane.kind.push_back(static_cast<std::uint8_t>(kind));
    if (arguments) lane.arguments.push_back(record.arguments != 0 ? record.arguments - 1 : kNoArguments);
    if (correlated && record.correlation != 0)
      correlated->push_back({record.correlation, {static_cast<std::int32_t>(depth), static_cast<std::uint32_t>(lane.size() - 1)}});
  }
  return lanes;
}

}  // namespace stepscope
