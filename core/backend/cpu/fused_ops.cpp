#include "core/backend/cpu/fused_ops.h"

namespace stepscope::cpu {

namespace {

Cost reluGradChannelSumCost(const Graph& graph, const Node& node) {
  const std::int64_t elements = numel(graph.value(node.inputs[0]).shape);
  return {2 * elements, 2 * graph.value(node.inputs[0]).bytes, graph.value(node.outputs[0]).bytes};
}

}  // namespace

const OpDef& reluGradChannelSumOp() {
  static const OpDef op{
      .name = "relu_grad_channel_sum", .title = "relu backward + bias gradient", .cost = reluGradChannelSumCost, .inPlace = {{0, 0}}};
  return op;
}

}  // namespace stepscope::cpu
