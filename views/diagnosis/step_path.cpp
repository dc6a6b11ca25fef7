#include "views/diagnosis/step_path.h"

#include <algorithm>

#include "profiler/trace/node_keys.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/diagnosis/breakdown_parts.h"

namespace stepscope {
namespace {

QString nameOf(const Trace& trace, const TraceLane& lane, std::size_t i) {
  if (const TraceNode* node = nodeOf(trace, lane.node[i]))
    return node->layer.empty() ? text(node->title) : text(node->layer) + QStringLiteral(" · ") + text(node->title);
  return text(trace.names.name(lane.name[i]));
}

PathSegment segmentOf(const TraceFacts& facts, const PathPart& part, TimeRange range) {
  const Trace& trace = *facts.trace;
  PathSegment segment{range, part.span, {}, categoryColor(Category::Idle)};
  if (part.span.lane < 0) {
    segment.title = tr("nothing is known of this time");
    return segment;
  }
  const TraceLane& lane = trace.laneOf(part.span);
  segment.title = nameOf(trace, lane, part.span.index);
  switch (part.kind) {
    case PathKind::Host:
    case PathKind::Gpu:
      segment.color = facts.gpu ? colorOf(part.timeClass) : categoryColor(static_cast<Category>(lane.category[part.span.index]));
      break;
    case PathKind::Launch:
      segment.title = tr("launch of %1").arg(segment.title);
      segment.color = colorOf(TimeClass::Runtime);
      break;
    case PathKind::Queue: segment.title = tr("before %1 begins").arg(segment.title); break;
    case PathKind::Return:
      segment.title = tr("return of %1").arg(segment.title);
      segment.color = colorOf(TimeClass::Runtime);
      break;
  }
  return segment;
}

}  // namespace

StepPath medianStepPath(const TraceFacts& facts) {
  StepPath path;
  if (facts.steps.empty() || !facts.replay) return path;
  std::vector<StepFacts> steps = facts.steps;
  const auto median = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), median, steps.end(), [](const StepFacts& a, const StepFacts& b) { return a.ms() < b.ms(); });
  path.step = median->range;
  path.number = median->number;
  for (const PathPart& part : facts.replay->criticalPath()) {
    const TimeRange range{std::max(part.range.begin, path.step.begin), std::min(part.range.end, path.step.end)};
    if (range.end > range.begin) path.segments.push_back(segmentOf(facts, part, range));
  }
  return path;
}

}  // namespace stepscope
