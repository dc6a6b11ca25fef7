#include "core/backend/cpu/fused_ops.h"

namespace stepscope::cpu {

namespace {

Cost reluGradChannelSumCost(const Graph& graph, const Node& node) {
  const std::int64_t elements = numel(graph.value(node.inputs[0]).shape);
  return {2 * elements, 2 * graph.value(node.inputs[0]).bytes, graph.value(node.outputs[0]).bytes};
}

// As batch_norm_grad, and the addition.
Cost batchNormGradAddCost(const Graph& graph, const Node& node) {
  Cost cost{10 * numel(graph.value(node.inputs[0]).shape), 0, 0};
  for (const ValueId input : node.inputs)
    if (input != kNone) cost.bytesRead += graph.value(input).bytes;
  for (const ValueId output : node.outputs) cost.bytesWritten += graph.value(output).bytes;
  return cost;
}

}  // namespace

const OpDef& batchNormGradAddOp() {
  static const OpDef op{.name = "batch_norm_grad_add",
                        .title = "sum of gradients + batch norm backward",
                        .cost = batchNormGradAddCost,
                        .inPlace = {{1, 0}, {0, 0}, {8, 3}}};
  return op;
}

const OpDef& reluGradChannelSumOp() {
  static const OpDef op{
      .name = "relu_grad_channel_sum", .title = "relu backward + bias gradient", .cost = reluGradChannelSumCost, .inPlace = {{0, 0}}};
  return op;
}

}  // namespace stepscope::cpu
