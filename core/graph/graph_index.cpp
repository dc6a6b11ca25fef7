#include "core/graph/graph_index.h"

namespace stepscope {

GraphIndex::GraphIndex(const Graph& graph) : graph_(graph), readers_(graph.consumers()), outputs_(graph.values().size(), false) {
  for (const auto& [name, value] : graph.outputs()) outputs_[value] = true;
}

NodeId GraphIndex::maker(ValueId v, OpId op) const {
  const NodeId producer = v == kNone ? kNone : value(v).producer;
  return isOp(producer, op) ? producer : kNone;
}

std::vector<GraphIndex::RowSum> GraphIndex::rowSums(ValueId v) const {
  std::vector<RowSum> sums;
  const auto add = [&](NodeId reader, NodeId view) {
    const Node& sum = node(reader);
    if (sum.op->id != OpId::ChannelSum) return;
    const Shape& matrix = shape(sum.inputs[0]);
    if (matrix.size() == 2 && matrix[1] == shape(v).back()) sums.push_back({reader, view});
  };
  if (shape(v).empty()) return sums;
  for (const NodeId reader : readers(v)) {
    add(reader, kNone);
    if (node(reader).op->id != OpId::Reshape) continue;
    for (const NodeId next : readers(node(reader).outputs[0])) add(next, reader);
  }
  return sums;
}

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
