// Decides whether a trace was recorded from the graph of a plan, and matches their nodes by key (core/base/node_key.h). Numbers from a trace are
// shown beside those of a plan only if the two graphs are the same.
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
    Same,       // every node has a match with the same FLOPs and bytes
    OtherGraph  // some layers are the same, but switches, batch or model differ
  };
  Kind kind = Kind::Nothing;
  bool planned = false;                  // there is a plan; then selected nodes are numbered by it
  std::vector<std::int32_t> planNodes;   // for each node of the trace, that of the plan; -1: none
  std::vector<std::int32_t> traceNodes;  // for each node of the plan, that of the trace; -1: none
  QString source;                        // where the trace comes from: "run 2, steps 5-7", or the name of its file

  bool same() const { return kind == Kind::Same; }
  // The number by which views select a node of the trace: that of the plan, or without a plan the trace's own; -1: none.
  int shared(int traceNode) const;
  // The inverse of shared(): the trace's number of a selected node; -1: it was not recorded.
  int traced(int node) const;
  // "Times of run 2, steps 5-7 with other settings"; empty unless `kind` is OtherGraph.
  QString otherText() const;
};

// Both arguments may be null.
std::shared_ptr<const GraphMatch> matchGraphs(const Trace* trace, const PlanView* plan);

}  // namespace stepscope
