#include "core/backend/cpu/fusion/fusion.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "core/backend/cpu/fusion/fused_ops.h"
#include "core/backend/cpu/fusion/fusion_rules.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

namespace {

// relu_grad with the bias gradient that reads it: one pass over memory instead of two.
void fuseReluGradSums(const Graph& graph, const Consumers& consumers, Fusion& fusion) {
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& node = graph.nodes()[n];
    if (node.op->name != "relu_grad") continue;
    for (const NodeId reader : consumers[static_cast<std::size_t>(node.outputs[0])]) {
      const Node& sum = graph.node(reader);
      if (sum.op->name != "channel_sum" || fusion.absorbed[static_cast<std::size_t>(reader)]) continue;
      Node both = node;
      both.op = &reluGradChannelSumOp();
      both.outputs.push_back(sum.outputs[0]);
      fusion.into[n] = std::move(both);
      fusion.absorbed[static_cast<std::size_t>(reader)] = true;
      fusion.owner[static_cast<std::size_t>(reader)] = static_cast<NodeId>(n);
      break;
    }
  }
}

// The sum of the gradients of a residual block's two ways with the batch norm that takes it: it is read as two and written once, behind
// the relu's mask.
void fuseGradientSums(const Graph& graph, const Consumers& consumers, Fusion& fusion) {
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& norm = graph.nodes()[n];
    if (norm.op->name != "batch_norm_grad" || !norm.attrs.flag("residual") || norm.inputs.size() != 8) continue;
    const ValueId dy = norm.inputs[1];
    const NodeId producer = graph.value(dy).producer;
    if (producer == kNone || consumers[static_cast<std::size_t>(dy)].size() != 1 || isOutput(graph, dy)) continue;
    const Node& sum = graph.node(producer);
    if (sum.op->name != "add" || sum.attrs.flag("relu") || graph.storageOf(sum.inputs[0]) == graph.storageOf(sum.inputs[1])) continue;
    const Value &a = graph.value(sum.inputs[0]), &b = graph.value(sum.inputs[1]), &both = graph.value(dy);
    if (a.shape != b.shape || a.dtype != both.dtype || b.dtype != both.dtype) continue;
    Node fused = norm;
    fused.op = &batchNormGradAddOp();
    fused.inputs[1] = sum.inputs[0];
    fused.inputs.push_back(sum.inputs[1]);
    fusion.into[n] = std::move(fused);
    fusion.absorbed[static_cast<std::size_t>(producer)] = true;
    fusion.owner[static_cast<std::size_t>(producer)] = static_cast<NodeId>(n);
  }
}

bool isFrom(const Graph& graph, const Node& cast, DType from) {
  return cast.op->name == "cast" && graph.value(cast.inputs[0]).dtype == from;
}

// Whether the op takes this input as weights: in f32 too, since its kernels compute in f32.
bool readsAsWeights(const Node& node, ValueId value) {
  const std::string_view op = node.op->name;
  const bool forward = op == "conv2d" || op == "linear", backward = op == "conv2d_grad_input" || op == "linear_grad_input";
  return (forward || backward) && node.inputs[0] != value;
}

void leaveOutWeightCasts(const Graph& graph, const Consumers& consumers, const NarrowStorage& storage, Fusion& fusion) {
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& cast = graph.nodes()[n];
    if (!isFrom(graph, cast, DType::F32) || !storage.of(graph.value(cast.outputs[0]).dtype)) continue;
    if (graph.value(cast.inputs[0]).role != Role::Parameter || isOutput(graph, cast.outputs[0])) continue;
    const ValueId narrow = cast.outputs[0];
    const auto& readers = consumers[static_cast<std::size_t>(narrow)];
    const bool all = std::all_of(readers.begin(), readers.end(), [&](NodeId r) { return readsAsWeights(graph.node(r), narrow); });
    if (!all) continue;
    for (const NodeId reader : readers) {
      const NodeId runs = fusion.owner[static_cast<std::size_t>(reader)];  // what it runs in, which reads the weights as it would
      auto& into = fusion.into[static_cast<std::size_t>(runs)];
      if (!into) into = graph.node(runs);
      std::replace(into->inputs.begin(), into->inputs.end(), narrow, cast.inputs[0]);
    }
    fusion.absorbed[n] = true;
  }
}

void leaveOutGradientCasts(const Graph& graph, const Consumers& consumers, Fusion& fusion) {
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& cast = graph.nodes()[n];
    if (cast.op->name != "cast" || graph.value(cast.outputs[0]).dtype != DType::F32) continue;
    const Value& narrow = graph.value(cast.inputs[0]);
    if (!isNarrow(narrow.dtype) || narrow.producer == kNone) continue;
    if (consumers[static_cast<std::size_t>(cast.inputs[0])].size() != 1 || isOutput(graph, cast.inputs[0])) continue;
    const NodeId maker = fusion.owner[static_cast<std::size_t>(narrow.producer)];
    if (!makesWeightGradient(fusion.nodeAt(graph, maker))) continue;
    // relu_grad itself is an activation's gradient; only the sums beside it are a weight's.
    if (fusion.nodeAt(graph, maker).op == &reluGradChannelSumOp() && fusion.nodeAt(graph, maker).outputs[0] == cast.inputs[0]) continue;
    auto& into = fusion.into[static_cast<std::size_t>(maker)];
    if (!into) into = graph.node(maker);
    std::replace(into->outputs.begin(), into->outputs.end(), cast.inputs[0], cast.outputs[0]);
    fusion.absorbed[n] = true;
    fusion.owner[n] = maker;
  }
}

}  // namespace

bool makesWeightGradient(const Node& node) {
  const std::string_view op = node.op->name;
  return op == "conv2d_grad_weight" || op == "linear_grad_weight" || op == "channel_sum" || node.op == &reluGradChannelSumOp() ||
         node.op == &linearGradWeightBiasOp();
}

NodeId layerBehind(const Graph& graph, const Fusion& fusion, const NarrowStorage& storage, ValueId value) {
  const NodeId producer = graph.value(value).producer;
  if (producer == kNone) return kNone;
  const Node& node = graph.node(producer);
  const auto p = static_cast<std::size_t>(producer);
  if (node.attrs.flag("relu") || fusion.absorbed[p] || fusion.into[p].has_value()) return kNone;
  const DType type = graph.value(value).dtype;
  const bool convolution = node.op->name == "conv2d" && (!isNarrow(type) || storage.of(type));
  return convolution || node.op->name == "linear" ? producer : kNone;
}

bool isOutput(const Graph& graph, ValueId value) {
  return std::any_of(graph.outputs().begin(), graph.outputs().end(), [&](const auto& output) { return output.second == value; });
}

Fusion findFusions(const Graph& graph, const NarrowStorage& storage, bool fuse) {
  const std::size_t count = graph.nodes().size();
  Fusion fusion{std::vector<bool>(count, false), std::vector<std::optional<Node>>(count), std::vector<NodeId>(count)};
  std::iota(fusion.owner.begin(), fusion.owner.end(), 0);
  const Consumers consumers = graph.consumers();
  if (fuse) {
    fuseReluGradSums(graph, consumers, fusion);
    fuseGradientSums(graph, consumers, fusion);
    fuseNormActivations(graph, consumers, fusion);
    fuseRowNorms(graph, consumers, fusion);
    fuseAdditions(graph, consumers, storage, fusion);
    fuseLayerActivations(graph, consumers, storage, fusion);
    fuseBiasGradients(graph, consumers, storage, fusion);
    fuseElementChains(graph, consumers, fusion);
  }
  leaveOutWeightCasts(graph, consumers, storage, fusion);
  leaveOutGradientCasts(graph, consumers, fusion);
  return fusion;
}

}  // namespace stepscope::cpu
