// Decides whether a trace was recorded from the graph of a plan, and matches their nodes by key (core/base/node_key.h). Figures of a trace are shown
// beside figures of a plan only if the two graphs are the same.
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
    Nothing,    // one of the two is missing, or the trace names no layer of the plan
    Same,       // every node has a match with the same arithmetic and bytes
    OtherGraph  // some layers are the same, but with other switches, another batch or another model
  };
  Kind kind = Kind::Nothing;
  bool planned = false;                  // there is a plan; then node selections refer to it
  std::vector<std::int32_t> planNodes;   // by node of the trace: the node of the plan, -1 if there is none
  std::vector<std::int32_t> traceNodes;  // by node of the plan: the node of the trace
  QString source;                        // of the trace: "run 2, steps 5-7", or the name of its file

  bool same() const { return kind == Kind::Same; }
  // The number of a trace node used by all views: that of the plan, or without a plan the trace's own. -1: none.
  int shared(int traceNode) const;
  // The trace's number of such a node; -1: it was not recorded.
  int traced(int node) const;
  // "Times are of run 2, steps 5-7, other settings"; empty unless the graphs are different ones.
  QString otherText() const;
};

// Both may be null.
std::shared_ptr<const GraphMatch> matchGraphs(const Trace* trace, const PlanView* plan);

}  // namespace stepscope
