#include "core/backend/cpu/fusion/fusion.h"

#include <algorithm>
#include <numeric>

#include "core/backend/cpu/fusion/fusion_rules.h"
#include "core/backend/cpu/precision/narrow.h"
#include "core/graph/graph_index.h"

namespace stepscope::cpu {

namespace {

// Joins relu_grad with the bias gradient that reads its result: one pass over memory instead of two.
void fuseReluGradSums(const GraphIndex& graph, Fusion& fusion) {
  for (NodeId n = 0; n < graph.nodeCount(); ++n) {
    const Node& node = graph.node(n);
    if (node.op->id != OpId::ReluGrad) continue;
    for (const NodeId reader : graph.readers(node.outputs[0])) {
      if (!graph.isOp(reader, OpId::ChannelSum) || !fusion.isFree(reader)) continue;
      Node both = node;
      both.op = &opOf(OpId::ReluGradChannelSum);
      both.outputs.push_back(graph.node(reader).outputs[0]);
      fusion.replace(n, std::move(both), {reader});
      break;
    }
  }
}

// Joins the sum of the gradients of the two branches of a residual block with the batch norm's backward that reads it: that kernel reads both
// gradients, and writes their sum once, with the relu's mask applied.
void fuseGradientSums(const GraphIndex& graph, Fusion& fusion) {
  for (NodeId n = 0; n < graph.nodeCount(); ++n) {
    const Node& norm = graph.node(n);
    if (norm.op->id != OpId::BatchNormGrad || !norm.attrs.flag("residual") || norm.inputs.size() != 8) continue;
    const ValueId dy = norm.inputs[1];
    const NodeId producer = graph.maker(dy, OpId::Add);
    if (producer == kNone || graph.onlyReader(dy) == kNone) continue;
    const Node& sum = graph.node(producer);
    if (sum.attrs.flag("relu") || graph.graph().storageOf(sum.inputs[0]) == graph.graph().storageOf(sum.inputs[1])) continue;
    const Value &a = graph.value(sum.inputs[0]), &b = graph.value(sum.inputs[1]), &both = graph.value(dy);
    if (a.shape != b.shape || a.dtype != both.dtype || b.dtype != both.dtype) continue;
    Node fused = norm;
    fused.op = &opOf(OpId::BatchNormGradAdd);
    fused.inputs[1] = sum.inputs[0];
    fused.inputs.push_back(sum.inputs[1]);
    fusion.replace(n, std::move(fused), {producer});
  }
}

// Whether the op reads this input as weights. Its kernels compute in f32, so it accepts them in f32 too.
bool readsAsWeights(const Node& node, ValueId value) {
  const OpId op = node.op->id;
  const bool forward = op == OpId::Conv2d || op == OpId::Linear, backward = op == OpId::Conv2dGradInput || op == OpId::LinearGradInput;
  return (forward || backward) && node.inputs[0] != value;
}

void leaveOutWeightCasts(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion) {
  for (NodeId n = 0; n < graph.nodeCount(); ++n) {
    const Node& cast = graph.node(n);
    if (cast.op->id != OpId::Cast || graph.type(cast.inputs[0]) != DType::F32 || !storage.of(graph.type(cast.outputs[0]))) continue;
    if (!isWeight(graph.value(cast.inputs[0]).role) || graph.isOutput(cast.outputs[0])) continue;
    const ValueId narrow = cast.outputs[0];
    const auto& readers = graph.readers(narrow);
    if (!std::all_of(readers.begin(), readers.end(), [&](NodeId r) { return readsAsWeights(graph.node(r), narrow); })) continue;
    for (const NodeId reader : readers) {  // if the reader is fused, the node that runs it reads the weights
      Node& runs = fusion.changed(graph.graph(), fusion.ownerOf(reader));
      std::replace(runs.inputs.begin(), runs.inputs.end(), narrow, cast.inputs[0]);
    }
    fusion.absorb(n, n);
  }
}

void leaveOutGradientCasts(const GraphIndex& graph, Fusion& fusion) {
  for (NodeId n = 0; n < graph.nodeCount(); ++n) {
    const Node& cast = graph.node(n);
    if (cast.op->id != OpId::Cast || graph.type(cast.outputs[0]) != DType::F32) continue;
    const Value& narrow = graph.value(cast.inputs[0]);
    if (!isNarrow(narrow.dtype) || narrow.producer == kNone || graph.onlyReader(cast.inputs[0]) == kNone) continue;
    const NodeId maker = fusion.ownerOf(narrow.producer);
    const Node& runs = fusion.nodeAt(graph.graph(), maker);
    if (!makesWeightGradient(runs)) continue;
    // Its first output, that of relu_grad, is the gradient of an activation; only its second, the sums, is that of a parameter.
    if (runs.op->id == OpId::ReluGradChannelSum && runs.outputs[0] == cast.inputs[0]) continue;
    auto& outputs = fusion.changed(graph.graph(), maker).outputs;
    std::replace(outputs.begin(), outputs.end(), cast.inputs[0], cast.outputs[0]);
    fusion.absorb(n, maker);
  }
}

}  // namespace

bool makesWeightGradient(const Node& node) {
  const OpId op = node.op->id;
  return op == OpId::Conv2dGradWeight || op == OpId::LinearGradWeight || op == OpId::ChannelSum || op == OpId::ReluGradChannelSum ||
         op == OpId::LinearGradWeightBias;
}

NodeId freeLayerBefore(const GraphIndex& graph, const Fusion& fusion, const NarrowStorage& storage, NodeId after, std::size_t i) {
  const NodeId layer = layerBefore(graph, after, i);
  if (layer == kNone || !fusion.isFree(layer)) return kNone;
  const DType type = graph.type(graph.node(after).inputs[i]);
  return graph.isOp(layer, OpId::Linear) || !isNarrow(type) || storage.of(type) ? layer : kNone;
}

Fusion::Fusion(std::size_t nodes) : absorbed(nodes, false), into(nodes), owner(nodes) {
  std::iota(owner.begin(), owner.end(), 0);
}

Fusion findFusions(const Graph& source, const NarrowStorage& storage, bool fuse) {
  const GraphIndex graph(source);
  Fusion fusion(source.nodes().size());
  if (fuse) {
    fuseReluGradSums(graph, fusion);
    fuseGradientSums(graph, fusion);
    fuseNormActivations(graph, fusion);
    fuseRowNorms(graph, fusion);
    fuseAdditions(graph, storage, fusion);
    fuseLayerActivations(graph, storage, fusion);
    fuseBiasGradients(graph, storage, fusion);
    fuseElementChains(graph, fusion);
  }
  leaveOutWeightCasts(graph, storage, fusion);
  leaveOutGradientCasts(graph, fusion);
  return fusion;
}

}  // namespace stepscope::cpu
