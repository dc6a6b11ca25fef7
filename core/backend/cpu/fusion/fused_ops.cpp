#include "core/backend/cpu/fusion/fused_ops.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/backend/cpu/ops/elementwise/activation_function.h"
#include "core/backend/cpu/ops/normalization/batch_norm.h"
#include "core/base/error.h"

namespace stepscope::cpu {

namespace {

Cost reluGradChannelSumCost(const Graph& graph, const Node& node) {
  const std::int64_t elements = numel(graph.value(node.inputs[0]).shape);
  return {2 * elements, 2 * graph.value(node.inputs[0]).bytes, graph.value(node.outputs[0]).bytes};
}

// What is read and written, with so many operations an element of the first input.
Cost movedCost(const Graph& graph, const Node& node, std::int64_t perElement) {
  Cost cost{perElement * numel(graph.value(node.inputs[0]).shape), 0, 0};
  for (const ValueId input : node.inputs)
    if (input != kNone) cost.bytesRead += graph.value(input).bytes;
  for (const ValueId output : node.outputs) cost.bytesWritten += graph.value(output).bytes;
  return cost;
}

template <int perElement>
Cost moved(const Graph& graph, const Node& node) {
  return movedCost(graph, node, perElement);
}

// The product, and an operation an element for each addition.
Cost linearAddCost(const Graph& graph, const Node& node) {
  const std::int64_t outputs = numel(graph.value(node.outputs[0]).shape);
  Cost cost = movedCost(graph, node, 0);
  cost.flops = outputs * (2 * graph.value(node.inputs[0]).shape.back() + (node.inputs[2] == kNone ? 1 : 2));
  return cost;
}

Cost linearGradWeightBiasCost(const Graph& graph, const Node& node) {
  Cost cost = movedCost(graph, node, 0);
  cost.flops = opNamed("linear_grad_weight").cost(graph, node).flops + numel(graph.value(node.inputs[1]).shape);
  return cost;
}

// That of the layer alone, whose shapes are the same, and of its epilogue.
Cost layerCost(const Graph& graph, const Node& node, std::string_view layer, std::int64_t perElement) {
  Cost cost = movedCost(graph, node, 0);
  cost.flops = opNamed(layer).cost(graph, node).flops + perElement * numel(graph.value(node.outputs[0]).shape);
  return cost;
}
Cost convolutionAddCost(const Graph& graph, const Node& node) {
  return layerCost(graph, node, "conv2d", node.attrs.flag("relu") ? 2 : 1);
}
Cost linearActivationCost(const Graph& graph, const Node& node) {
  return layerCost(graph, node, "linear", 5);
}
Cost convolutionActivationCost(const Graph& graph, const Node& node) {
  return layerCost(graph, node, "conv2d", 5);
}

// The titles are looked at where they are.
struct LayerActivationOps {
  std::string linearTitle, convolutionTitle;
  OpDef linear, convolution;

  explicit LayerActivationOps(const OpDef& activation)
      : linearTitle("linear + " + std::string(activation.title)),
        convolutionTitle("conv2d + " + std::string(activation.title)),
        linear{.name = "linear_activation", .title = linearTitle, .cost = linearActivationCost, .batch = {"sww", "ss", true}},
        convolution{
            .name = "conv2d_activation", .title = convolutionTitle, .cost = convolutionActivationCost, .batch = {"sww", "ss", true}} {}
  LayerActivationOps(const LayerActivationOps&) = delete;
  LayerActivationOps& operator=(const LayerActivationOps&) = delete;
};

// One operation an element and member.
Cost elementChainCost(const Graph& graph, const Node& node) {
  const std::string& ops = node.attrs.text("ops");
  Cost cost = movedCost(graph, node, 0);
  cost.flops = (1 + std::count(ops.begin(), ops.end(), '+')) * numel(graph.value(node.outputs[0]).shape);
  return cost;
}

// Costs are the norm's and those of an activation, counted as the op table counts them: one forward, two backward.
struct NormActivationOps {
  std::string trainingTitle, inferenceTitle, gradTitle;
  OpDef training, inference, grad;

  // keepsSlope: the gradient's first pass writes where its second still reads the input.
  NormActivationOps(const OpDef& activation, bool keepsSlope)
      : trainingTitle("batch norm + " + std::string(activation.title)),
        inferenceTitle("batch norm (running statistics) + " + std::string(activation.title)),
        gradTitle(std::string(activation.title) + " + batch norm backward"),
        training{.name = "batch_norm_activation",
                 .title = trainingTitle,
                 .cost = moved<6>,
                 .inPlace = {{0, 0}},
                 .mutates = {3, 4},
                 .workspaceOutputs = {1, 2}},
        inference{.name = "batch_norm_inference_activation",
                  .title = inferenceTitle,
                  .cost = moved<3>,
                  .inPlace = {{0, 0}},
                  .batch = {"swwww", "s"}},
        grad{.name = "batch_norm_activation_grad", .title = gradTitle, .cost = moved<10>, .inPlace = {{1, 0}}} {
    if (!keepsSlope) grad.inPlace.push_back({0, 0});
  }
  // The titles are looked at where they are.
  NormActivationOps(const NormActivationOps&) = delete;
  NormActivationOps& operator=(const NormActivationOps&) = delete;
};

}  // namespace

const OpDef& rowNormGradAddOp(std::string_view gradient) {
  static const OpDef layer{.name = "layer_norm_grad_add",
                           .title = "layer norm backward + sum of gradients",
                           .cost = moved<14>,
                           .inPlace = {{5, 0}, {1, 0}, {0, 0}},
                           .batch = {"sswsss", "s++"}};
  static const OpDef rms{.name = "rms_norm_grad_add",
                         .title = "RMS norm backward + sum of gradients",
                         .cost = moved<10>,
                         .inPlace = {{4, 0}, {1, 0}, {0, 0}},
                         .batch = {"sswss", "s++"}};
  return gradient == "layer_norm_grad" ? layer : rms;
}

const OpDef& linearAddOp() {
  static const OpDef op{.name = "linear_add", .title = "linear + residual", .cost = linearAddCost, .batch = {"swws", "s", true}};
  return op;
}

const OpDef& linearGradWeightBiasOp() {
  static const OpDef op{.name = "linear_grad_weight_bias", .title = "linear backward weights + bias", .cost = linearGradWeightBiasCost};
  return op;
}

const OpDef& convolutionAddOp() {
  static const OpDef op{.name = "conv2d_add", .title = "conv2d + residual", .cost = convolutionAddCost, .batch = {"swws", "s", true}};
  return op;
}

const OpDef& layerActivationOp(std::string_view layer, std::string_view activation) {
  static const std::map<std::string_view, LayerActivationOps> ops = [] {
    std::map<std::string_view, LayerActivationOps> made;
    for (const OpDef* op : allOps())
      if (op->activation) made.try_emplace(op->name, *op);
    return made;
  }();
  const auto found = ops.find(activation);
  require(found != ops.end(), "a layer was to take in an op that it does not know");
  return layer == "linear" ? found->second.linear : found->second.convolution;
}

const OpDef& elementChainOp() {
  // The first output is made last, from tiles of the inputs that were read before: it may take the place of any.
  static const OpDef op{.name = "element_chain",
                        .title = "chain of elementwise ops",
                        .cost = elementChainCost,
                        .inPlace = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}}};
  return op;
}

const OpDef& normActivationOp(NormOp op, std::string_view activation) {
  static const std::map<std::string_view, NormActivationOps> ops = [] {
    std::map<std::string_view, NormActivationOps> made;
    for (const OpDef* op : allOps()) {
      const auto formula = normActivationOf(op->name, {{"approximate", std::string("none")}});  // of gelu
      if (formula) made.try_emplace(op->name, *op, kernels::batchNormKeepsSlope(*formula));
    }
    return made;
  }();
  const auto found = ops.find(activation);
  require(found != ops.end(), "a batch norm was to take in an op that it does not know");
  return op == NormOp::Training ? found->second.training : op == NormOp::Inference ? found->second.inference : found->second.grad;
}

const OpDef& batchNormGradAddOp() {
  static const OpDef op{.name = "batch_norm_grad_add",
                        .title = "sum of gradients + batch norm backward",
                        .cost = moved<10>,
                        .inPlace = {{1, 0}, {0, 0}, {8, 3}}};
  return op;
}

const OpDef& reluGradChannelSumOp() {
  static const OpDef op{
      .name = "relu_grad_channel_sum", .title = "relu backward + bias gradient", .cost = reluGradChannelSumCost, .inPlace = {{0, 0}}};
  return op;
}

}  // namespace stepscope::cpu
