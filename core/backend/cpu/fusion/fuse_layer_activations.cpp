// A linear layer or a convolution with an activation after it: the activation takes the result while it is in cache. Where a gradient
// needs the activation's input, as those of gelu and silu do, that is written too, and only reading it back is saved. (relu is fused by a
// pass over the graph, core/passes/fuse.cpp; an activation after a batch norm is fused into the norm, fuse_norm_activations.cpp.)
#include <algorithm>

#include "core/backend/cpu/fusion/element_chain.h"
#include "core/backend/cpu/fusion/fusion_rules.h"
#include "core/backend/cpu/ops/elementwise/activation_function.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

namespace {

// Whether elementwise nodes follow that read the value as a whole: the activation is better off in one chain with them.
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
    // Who reads what is between before the activation has run could not wait for it.
    const auto& readers = graph.readers(between);
    if (std::any_of(readers.begin(), readers.end(), [&](NodeId reader) { return reader < n; })) continue;
    const bool kept = readers.size() > 1;
    // Products in narrow arithmetic round what is between, and their kernels have no second output.
    if (kept && isNarrow(graph.type(between)) && !storage.of(graph.type(between))) continue;
    Node both = graph.node(layer);
    both.op = &opOf(both.op->id == OpId::Linear ? OpId::LinearActivation : OpId::Conv2dActivation);
    for (const auto& [name, value] : activation.attrs.entries()) both.attrs.set(name, value);
    both.attrs.set("activation", std::string(activation.op->name));
    both.outputs = activation.outputs;
    if (kept) {
      both.outputs.push_back(between);
      both.attrs.set("keeps_input", true);  // other kernels run it, so it is another key of the table of choices
    }
    fusion.replace(n, std::move(both));
    fusion.absorb(layer, n);
  }
}

}  // namespace stepscope::cpu
