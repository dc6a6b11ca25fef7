#include "profiler/analysis/ops/op_spans.h"

#include <algorithm>

#include "profiler/analysis/self_time.h"

namespace stepscope {

OpSpans::OpSpans(const Trace& trace)
    : trace_(trace), classes_(trace), windows_(stepWindows(trace)), launches_(launchesOf(trace)), self_(trace.lanes.size()) {
  own_ = trace.processes.empty();
  for (const TraceLane& lane : trace.lanes)
    for (const std::uint8_t kind : lane.kind) {
      hasOps_ |= static_cast<SpanKind>(kind) == SpanKind::CpuOp;
      anyGpuWork_ |= isGpuWork(static_cast<SpanKind>(kind));
    }
  const SpanFilter counts = [&](const TraceLane& lane, std::size_t i) { return isOp(lane, i); };
  for (std::size_t t = 0; t < trace.tracks.size(); ++t) {
    if (trace.tracks[t].kind == TrackKind::Stream || trace.tracks[t].counter || !classes_.hostsSteps(static_cast<std::int32_t>(t))) continue;
    for (const SelfSegment& segment : selfSegments(trace, static_cast<std::int32_t>(t), trace.begin, trace.end, counts)) {
      auto& ofLane = self_[static_cast<std::size_t>(segment.span.lane)];
      if (ofLane.empty()) ofLane.resize(trace.laneOf(segment.span).size());
      ofLane[segment.span.index] += segment.end - segment.begin;
    }
  }
}

bool OpSpans::isOp(const TraceLane& lane, std::size_t i) const {
  const SpanKind kind = lane.kindOf(i);
  if (kind != SpanKind::CpuOp && (kind != SpanKind::Annotation || !own_) && (kind != SpanKind::Other || hasOps_)) return false;
  const auto category = static_cast<Category>(lane.category[i]);
  if (category == Category::Step || !classes_.hostsSteps(lane.track)) return false;
  return category != Category::Data || classes_.of(lane, i) == TimeClass::DataLoader;  // the loader's own threads work in parallel to the steps
}

}  // namespace stepscope
