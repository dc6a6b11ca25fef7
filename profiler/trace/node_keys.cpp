#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

std::string phaseOf(const TraceNode& node) {
  if (!node.phase.empty()) return node.phase;
  switch (node.category) {
    case Category::Forward:
    case Category::Backward:
    case Category::Recompute:
    case Category::Optimizer: return std::string(nameOf(node.category));
    default: return {};
  }
}

}  // namespace

std::vector<NodeKey> nodeKeys(const Trace& trace) {
  NodeKeyCounter counter;
  std::vector<NodeKey> keys;
  keys.reserve(trace.nodes.size());
  for (const TraceNode& node : trace.nodes) keys.push_back(counter.next(node.layer, node.op, phaseOf(node)));
  return keys;
}

}  // namespace stepscope
