// The nodes of a trace that was recorded of a plan, as a capture writes them.
#pragma once

#include <string>
#include <vector>

#include "core/graph/op.h"
#include "core/program/step_program.h"
#include "profiler/trace/trace.h"

namespace stepscope {

inline std::vector<TraceNode> recordedNodes(const PlanView& plan) {
  std::vector<TraceNode> nodes;
  for (const Node& node : plan.graph.nodes()) {
    TraceNode recorded;
    recorded.op = recorded.title = std::string(node.op->name);
    recorded.layer = node.scope;
    recorded.phase = std::string(nameOf(node.phase));
    if (node.op->cost) {
      const Cost cost = node.op->cost(plan.graph, node);
      recorded.flops = cost.flops;
      recorded.bytes = cost.bytesRead + cost.bytesWritten;
    }
    nodes.push_back(std::move(recorded));
  }
  return nodes;
}

// The first node of that layer and op; -1: there is none.
inline int recordedNode(const PlanView& plan, const std::string& layer, const std::string& op) {
  for (std::size_t i = 0; i < plan.graph.nodes().size(); ++i)
    if (const Node& node = plan.graph.nodes()[i]; node.scope == layer && node.op->name == op) return static_cast<int>(i);
  return -1;
}

}  // namespace stepscope
