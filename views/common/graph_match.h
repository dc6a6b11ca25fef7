// Whether a trace was recorded of the graph that a plan is of, and which node of the one is which of the other, by their keys
// (core/base/node_key.h). Figures of a trace stand beside figures of a plan only where the two graphs are the same.
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/program/step_program.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct GraphMatch {
  enum class Kind {
    Nothing,    // one of the two is missing, or the trace names no layer of the plan: nothing could be joined
    Same,       // every node has its like, with the same arithmetic and bytes
    OtherGraph  // some layers are the same, but with other switches, another batch or another model
  };
  Kind kind = Kind::Nothing;
  bool planned = false;                  // there is a plan: nodes that are selected are its
  std::vector<std::int32_t> planNodes;   // by node of the trace: that of the plan, -1 where it has none
  std::vector<std::int32_t> traceNodes;  // by node of the plan
  QString source;                        // of the trace: "run 2, steps 5-7", or the name of its file

  bool same() const { return kind == Kind::Same; }
  // The number that all views know a node of the trace by: the plan's, and without a plan the trace's own. -1: none.
  int shared(int traceNode) const;
  // The trace's number of such a node; -1: it was not recorded.
  int traced(int node) const;
  // "Times are of run 2, steps 5-7, other settings"; empty unless the graphs are different ones.
  QString otherText() const;
};

// Either may be null.
std::shared_ptr<const GraphMatch> matchGraphs(const Trace* trace, const PlanView* plan);

}  // namespace stepscope
