// Joins a batch norm with the clamp (relu6), leaky relu, gelu, silu or hard swish after it. The forward pass reads the convolution's output once and
// writes the activation once. The backward pass computes the activation's input again from the convolution's output and the statistics, which are
// kept anyway, so the norm's result is never stored. (relu is fused by a pass over the graph, core/passes/fuse.cpp.)
#include <algorithm>

#include "core/backend/cpu/fusion/fusion_rules.h"
#include "core/backend/cpu/ops/elementwise/layer_epilogue.h"
#include "core/backend/cpu/ops/normalization/batch_norm.h"

namespace stepscope::cpu {

namespace {

// The formula of the node's op, if it is an activation that a batch norm can apply.
std::optional<FormulaUse> activationOf(const Node& node) {
  return kernels::batchNormTakes(layerActivationOf(node.op->name, node.attrs));
}

class NormActivations {
 public:
  NormActivations(const GraphIndex& graph, Fusion& fusion) : graph_(graph), fusion_(fusion) {}

  void visit(NodeId id) {
    const Node& activation = graph_.node(id);
    if (!fusion_.isFree(id) || !activationOf(activation)) return;
    const ValueId between = activation.inputs[0];
    const NodeId normId = graph_.value(between).producer;
    if (normId == kNone || !fusion_.isFree(normId) || graph_.type(between) != graph_.type(activation.outputs[0])) return;
    const Node& norm = graph_.node(normId);
    const bool training = norm.op->id == OpId::BatchNorm;
    if (!training && norm.op->id != OpId::BatchNormInference) return;
    if (norm.attrs.flag("relu") || hasInput(norm, 5)) return;

    std::vector<NodeId> readers = graph_.readers(between);
    if (training) fuseGradients(norm, activation, readers);
    std::erase(readers, id);
    if (!readers.empty() || graph_.isOutput(between)) return;  // other nodes read the norm's result
    Node both = merged(norm, activation, training ? OpId::BatchNormActivation : OpId::BatchNormInferenceActivation);
    both.inputs.resize(5);
    both.outputs = {activation.outputs[0]};
    if (training) both.outputs.insert(both.outputs.end(), {norm.outputs[1], norm.outputs[2]});
    fusion_.replace(normId, std::move(both), {id});
  }

 private:
  static Node merged(const Node& norm, const Node& activation, OpId op) {
    Node both = norm;
    both.op = &opOf(op);
    for (const auto& [name, value] : activation.attrs.entries()) both.attrs.set(name, value);
    both.attrs.set("activation", std::string(activation.op->name));
    return both;
  }

  // Fuses every gradient of the activation that only the norm's gradient reads, and removes it from the readers of the norm's result.
  void fuseGradients(const Node& norm, const Node& activation, std::vector<NodeId>& readers) {
    const std::string name = std::string(activation.op->name) + "_grad";
    std::vector<NodeId> gradients;
    for (const ValueId kept : {activation.inputs[0], activation.outputs[0]})  // the gradient reads one of these
      for (const NodeId reader : graph_.readers(kept)) {
        const Node& node = graph_.node(reader);
        if (node.op->name == name && node.inputs.size() == 2 && node.inputs[1] == kept && node.inputs[0] != kept) gradients.push_back(reader);
      }
    for (const NodeId id : gradients) {
      const Node& gradient = graph_.node(id);
      const ValueId dy = gradient.inputs[0], between = gradient.outputs[0];
      const NodeId backId = graph_.onlyReader(between);
      if (!fusion_.isFree(id) || backId == kNone || graph_.type(dy) != graph_.type(between)) continue;
      const Node& back = graph_.node(backId);
      if (!fusion_.isFree(backId) || back.op->id != OpId::BatchNormGrad || back.inputs[1] != between || back.attrs.flag("relu") ||
          back.attrs.flag("residual"))
        continue;
      const ValueId same[] = {norm.inputs[0], kNone, norm.inputs[1], norm.inputs[2], norm.outputs[1], norm.outputs[2]};
      bool ofThisNorm = back.attrs.real("eps") == norm.attrs.real("eps");
      for (std::size_t i : {0, 2, 3, 4, 5}) ofThisNorm = ofThisNorm && back.inputs[i] == same[i];
      if (!ofThisNorm) continue;
      const bool keepsSlope = kernels::batchNormKeepsSlope(*activationOf(activation));
      Node both = merged(back, activation, keepsSlope ? OpId::BatchNormActivationGradKept : OpId::BatchNormActivationGrad);
      both.inputs.resize(6);
      both.inputs[1] = dy;
      fusion_.replace(backId, std::move(both), {id});
      std::erase(readers, id);
    }
  }

  const GraphIndex& graph_;
  Fusion& fusion_;
};

}  // namespace

void fuseNormActivations(const GraphIndex& graph, Fusion& fusion) {
  NormActivations rule(graph, fusion);
  for (NodeId n = 0; n < graph.nodeCount(); ++n) rule.visit(n);
}

}  // namespace stepscope::cpu
