#include "core/graph/node_keys.h"

#include "core/graph/op.h"

namespace stepscope {

std::vector<NodeKey> nodeKeys(const Graph& graph) {
  NodeKeyCounter counter;
  std::vector<NodeKey> keys;
  keys.reserve(graph.nodes().size());
  for (const Node& node : graph.nodes()) keys.push_back(counter.next(node.scope, std::string(node.op->name), std::string(nameOf(node.phase))));
  return keys;
}

}  // namespace stepscope
