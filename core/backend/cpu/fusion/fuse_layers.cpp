// Joins a linear layer or a convolution with what follows it. With an activation: the activation reads the result while it is in the cache. If a
// gradient needs the activation's input (gelu, silu), that is written too, and only reading it back is saved. Two cases are handled elsewhere: relu
// by a pass over the graph (core/passes/fuse.cpp), an activation after a batch norm by fuse_norm_activations.cpp.
#include <algorithm>
#include <utility>

#include "core/backend/cpu/fusion/element_chain.h"
#include "core/backend/cpu/fusion/fusion_rules.h"
#include "core/backend/cpu/ops/elementwise/layer_epilogue.h"
#include "core/backend/cpu/precision/narrow.h"
#include "core/graph/graph_index.h"

namespace stepscope::cpu {

namespace {

// Whether elementwise nodes of the same shape read the activation's result. Then one chain of the activation and these nodes is faster.
bool chainFollows(const GraphIndex& graph, const Node& activation) {
  const ValueId y = activation.outputs[0];
  return std::any_of(graph.readers(y).begin(), graph.readers(y).end(), [&](NodeId reader) {
    const Node& node = graph.node(reader);
    return node.phase == activation.phase && isChainOp(*node.op) && graph.shape(node.outputs[0]) == graph.shape(y);
  });
}

}  // namespace

void fuseLayerActivations(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion) {
  for (NodeId n = 0; n < graph.nodeCount(); ++n) {
    const Node& activation = graph.node(n);
    if (!fusion.isFree(n) || !layerActivationOf(activation.op->name, activation.attrs)) continue;
    const ValueId between = activation.inputs[0];
    const NodeId layer = freeLayerBefore(graph, fusion, storage, n, 0);
    if (layer == kNone || graph.isOutput(between)) continue;
    if (graph.type(between) != graph.type(activation.outputs[0]) || chainFollows(graph, activation)) continue;
    // No other node may read the layer's result before the activation has run.
    const auto& readers = graph.readers(between);
    if (std::any_of(readers.begin(), readers.end(), [&](NodeId reader) { return reader < n; })) continue;
    const bool kept = readers.size() > 1;
    // Not for matrix products in narrow arithmetic: they round the activation's input, and their kernels have no second output.
    if (kept && isNarrow(graph.type(between)) && !storage.of(graph.type(between))) continue;
    Node both = graph.node(layer);
    both.op = &opOf(both.op->id == OpId::Linear ? OpId::LinearActivation : OpId::Conv2dActivation);
    for (const auto& [name, value] : activation.attrs.entries()) both.attrs.set(name, value);
    both.attrs.set("activation", std::string(activation.op->name));
    both.outputs = activation.outputs;
    if (kept) {
      both.outputs.push_back(between);
      both.attrs.set("keeps_input", true);  // its kernels differ, so it needs its own key in the table of choices
    }
    fusion.replace(n, std::move(both), {layer});
  }
}

// Joins a linear layer or a convolution with the addition of a residual, and possibly a relu after that, as in transformers and in networks with
// folded batch norms. The sum is written once, instead of a result that is written, read and written again. The backward pass does not change, since
// the gradient of an addition is the gradient itself.
void fuseAdditions(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion) {
  for (NodeId n = 0; n < graph.nodeCount(); ++n) {
    const Node& sum = graph.node(n);
    if (sum.op->id != OpId::Add || sum.inputs[0] == sum.inputs[1] || !fusion.isFree(n)) continue;
    const Value& y = graph.value(sum.outputs[0]);
    for (const std::size_t i : {0, 1}) {
      const ValueId product = sum.inputs[i], residual = sum.inputs[1 - i];
      const NodeId layer = freeLayerBefore(graph, fusion, storage, n, i);
      if (layer == kNone || graph.onlyReader(product) == kNone) continue;
      const Value &a = graph.value(product), &b = graph.value(residual);
      if (a.shape != y.shape || b.shape != y.shape || a.dtype != y.dtype || b.dtype != y.dtype) continue;
      Node both = graph.node(layer);
      both.op = &opOf(both.op->id == OpId::Linear ? OpId::LinearAdd : OpId::Conv2dAdd);
      both.attrs.set("relu", sum.attrs.flag("relu"));
      both.inputs.resize(3, kNone);
      both.inputs.push_back(residual);
      both.outputs = sum.outputs;
      fusion.replace(n, std::move(both), {layer});
      break;
    }
  }
}

// Makes the gradients of a linear layer's bias and weights one node: the bias gradient is the sum of the rows of dy, which the bf16 matrix product
// packs anyway.
void fuseBiasGradients(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion) {
  // Whether the only reader of the value is a cast to f32. The kernel writes the cast's result itself, so the sums are not rounded.
  const auto isWidened = [&](ValueId value) {
    const NodeId cast = graph.onlyReader(value);
    return graph.isOp(cast, OpId::Cast) && graph.type(graph.node(cast).outputs[0]) == DType::F32;
  };
  for (NodeId n = 0; n < graph.nodeCount(); ++n) {
    const Node& product = graph.node(n);
    if (product.op->id != OpId::LinearGradWeight || !fusion.isFree(n)) continue;
    const DType type = graph.type(product.inputs[0]);
    if (type != DType::BF16 || storage.of(type) || graph.type(product.inputs[1]) != type || !isWidened(product.outputs[0])) continue;
    for (const NodeId sum : biasGradientsBeside(graph, n)) {
      const ValueId bias = graph.node(sum).outputs[0];
      if (sum < n || !fusion.isFree(sum) || !isWidened(bias)) continue;
      Node both = product;
      both.op = &opOf(OpId::LinearGradWeightBias);
      both.outputs.push_back(bias);
      fusion.replace(n, std::move(both), {sum});
      break;
    }
  }
}

}  // namespace stepscope::cpu
