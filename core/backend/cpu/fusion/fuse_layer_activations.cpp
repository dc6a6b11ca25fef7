// A linear layer or a convolution with an activation behind it: the activation takes the result while it lies in cache. Where a gradient
// needs the activation's input, as those of gelu and silu do, that is written too, and only reading it back is saved. (relu is fused by a
// pass over the graph, core/passes/fuse.cpp; an activation after a batch norm is fused into the norm, fuse_norm_activations.cpp.)
#include <algorithm>

#include "core/backend/cpu/fusion/element_chain.h"
#include "core/backend/cpu/fusion/fused_ops.h"
#include "core/backend/cpu/fusion/fusion_rules.h"
#include "core/backend/cpu/ops/elementwise/activation_function.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

namespace {

// Whether elementwise nodes follow that read the value as a whole: the activation is better off in one chain with them.
bool chainFollows(const Graph& graph, const Consumers& consumers, const Node& activation) {
  const ValueId y = activation.outputs[0];
  return std::any_of(consumers[static_cast<std::size_t>(y)].begin(), consumers[static_cast<std::size_t>(y)].end(), [&](NodeId reader) {
    const Node& node = graph.node(reader);
    return node.phase == activation.phase && isChainOp(*node.op) && graph.value(node.outputs[0]).shape == graph.value(y).shape;
  });
}

}  // namespace

void fuseLayerActivations(const Graph& graph, const Consumers& consumers, const NarrowStorage& storage, Fusion& fusion) {
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& activation = graph.nodes()[n];
    if (fusion.absorbed[n] || fusion.into[n] || !layerActivationOf(activation.op->name, activation.attrs)) continue;
    const ValueId between = activation.inputs[0];
    const NodeId id = layerBehind(graph, fusion, storage, between);
    if (id == kNone || graph.node(id).phase != activation.phase || isOutput(graph, between)) continue;
    if (graph.value(between).dtype != graph.value(activation.outputs[0]).dtype || chainFollows(graph, consumers, activation)) continue;
    // Who reads what lies between before the activation has run could not wait for it.
    const auto& readers = consumers[static_cast<std::size_t>(between)];
    if (std::any_of(readers.begin(), readers.end(), [&](NodeId reader) { return reader < static_cast<NodeId>(n); })) continue;
    const bool kept = readers.size() > 1;
    // Products in narrow arithmetic round what lies between, and their kernels have no second output.
    if (kept && isNarrow(graph.value(between).dtype) && !storage.of(graph.value(between).dtype)) continue;
    Node both = graph.node(id);
    both.op = &layerActivationOp(both.op->name, activation.op->name);
    for (const auto& [name, value] : activation.attrs.entries()) both.attrs.set(name, value);
    both.attrs.set("activation", std::string(activation.op->name));
    both.outputs = activation.outputs;
    if (kept) {
      both.outputs.push_back(between);
      both.attrs.set("keeps_input", true);  // other kernels run it, so it is another key of the table of choices
    }
    fusion.into[n] = std::move(both);
    fusion.absorbed[static_cast<std::size_t>(id)] = true;
    fusion.owner[static_cast<std::size_t>(id)] = static_cast<NodeId>(n);
  }
}

}  // namespace stepscope::cpu
