// The critical path of one step for drawing: the spans that decided its time, in order.
#pragma once

#include <QColor>
#include <QString>
#include <vector>

#include "profiler/advisor/facts.h"

namespace stepscope {

struct PathSegment {
  TimeRange range;  // within the step
  SpanRef span;     // lane -1: nothing is known of that time
  QString title;    // "conv1 · conv2d", "waiting for data", "launch of gemm"
  QColor color;     // of its category; in a trace of a GPU of its class of work
};

struct StepPath {
  TimeRange step;
  std::int32_t number = -1;  // as in the trace
  std::vector<PathSegment> segments;
};

// Critical path of the step of median length; empty without steps.
StepPath medianStepPath(const TraceFacts& facts);

}  // namespace stepscope
