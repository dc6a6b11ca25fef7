// The inspector's texts about a node, a span, a tensor or a run: pure functions that return a heading and rows.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "core/program/step_program.h"
#include "core/store/run_store.h"
#include "profiler/analysis/self_time.h"
#include "profiler/trace/trace.h"
#include "views/common/graph_match.h"

namespace stepscope {

struct Description {
  QString heading, note;
  std::vector<std::pair<QString, QString>> rows;
  std::vector<QString> monospaced;  // names of rows whose value is a shape or a kernel
  bool empty() const { return heading.isEmpty(); }
  QString table() const;  // tab-separated
};

// The peak rates of the machine, of which rates are given as fractions; 0: not known.
struct MachinePeak {
  double flopsPerSecond = 0, bytesPerSecond = 0;
};

// Times come from the trace, memory from the plan; either may be null. `match`: between the two (matchGraphs). `node`: the number used by all views
// (GraphMatch::shared). If the trace is of another graph, its times are left out and a row explains that.
Description describeNode(const Trace* trace, const PlanView* plan, const GraphMatch& match, int node, const MachinePeak& peak = {});
// One span: its own time compared with the median of its kind and, for an op, all of describeNode. If the trace is of another graph, the facts of the
// plan are left out.
Description describeSpan(const Trace& trace, const PlanView* plan, const GraphMatch& match, SpanRef span, const MachinePeak& peak = {});
Description describeTensor(const PlanView* plan, int tensor);
Description describeRun(const RunInfo& run);

}  // namespace stepscope
