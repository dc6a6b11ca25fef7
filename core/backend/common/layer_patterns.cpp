#include "core/backend/common/layer_patterns.h"

namespace stepscope {

NodeId layerBefore(const GraphIndex& graph, NodeId after, std::size_t i) {
  const ValueId between = graph.node(after).inputs[i];
  for (const OpId op : {OpId::Linear, OpId::Conv2d}) {
    const NodeId layer = graph.maker(between, op);
    if (layer == kNone || graph.node(layer).attrs.flag("relu") || graph.node(layer).phase != graph.node(after).phase) continue;
    return layer;
  }
  return kNone;
}

std::vector<NodeId> biasGradientsBeside(const GraphIndex& graph, NodeId weightGradient) {
  std::vector<NodeId> found;
  for (const GraphIndex::RowSum& sums : graph.rowSums(graph.node(weightGradient).inputs[1]))
    if (graph.node(sums.sum).phase == graph.node(weightGradient).phase) found.push_back(sums.sum);
  return found;
}

}  // namespace stepscope
