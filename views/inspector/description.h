// What the inspector says of a node, a span, a tensor or a run: pure functions to a heading and rows.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "core/store/run_store.h"
#include "core/train/step_program.h"
#include "profiler/analysis/self_time.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct Description {
  QString heading, note;
  std::vector<std::pair<QString, QString>> rows;
  std::vector<QString> monospaced;  // names of rows whose value is a shape or a kernel
  bool empty() const { return heading.isEmpty(); }
  QString table() const;  // tab-separated
};

// Times come from the trace, memory from the plan; either may be null.
Description describeNode(const Trace* trace, const PlanView* plan, int node);
// One span: its own time beside the median of its kind, and of an op all that describeNode says.
Description describeSpan(const Trace& trace, const PlanView* plan, SpanRef span);
Description describeTensor(const PlanView* plan, int tensor);
Description describeRun(const RunInfo& run);

}  // namespace stepscope
