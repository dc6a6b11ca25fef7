// Ops that do in one pass over memory the work of several neighbouring nodes of a step's graph. Only backends make such nodes, in place of those
// nodes and with their output values, so these ops have no shape rule and no gradient.
#include <algorithm>
#include <string>

#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

// A fixed number of operations per element of the first input.
template <int perElement>
Cost costOfInput(const Graph& graph, const Node& node) {
  return movedBytes(graph, node, perElement * numel(inputOf(graph, node, 0).shape));
}

// The cost of the op `op`, which has the same first operands and results, and `perElement` operations more for each element of the result.
Cost costWith(const Graph& graph, const Node& node, std::string_view op, std::int64_t perElement) {
  return movedBytes(graph, node, opNamed(op).cost(graph, node).flops + perElement * numel(graph.value(node.outputs[0]).shape));
}

// The cost of the matrix product, and one operation per element for each addition (bias, residual).
Cost linearAddCost(const Graph& graph, const Node& node) {
  const std::int64_t outputs = numel(graph.value(node.outputs[0]).shape);
  return movedBytes(graph, node, outputs * (2 * inputOf(graph, node, 0).shape.back() + (hasInput(node, 2) ? 2 : 1)));
}
Cost convolutionAddCost(const Graph& graph, const Node& node) {
  return costWith(graph, node, "conv2d", node.attrs.flag("relu") ? 2 : 1);
}
Cost linearActivationCost(const Graph& graph, const Node& node) {
  return costWith(graph, node, "linear", 5);
}
Cost convolutionActivationCost(const Graph& graph, const Node& node) {
  return costWith(graph, node, "conv2d", 5);
}
Cost linearGradWeightBiasCost(const Graph& graph, const Node& node) {
  return movedBytes(graph, node, opNamed("linear_grad_weight").cost(graph, node).flops + numel(inputOf(graph, node, 1).shape));
}
template <OpId op, int perElement>
Cost costBeside(const Graph& graph, const Node& node) {
  return costWith(graph, node, opOf(op).name, perElement);
}
Cost reluGradChannelSumCost(const Graph& graph, const Node& node) {
  const Value& x = inputOf(graph, node, 0);
  return {2 * numel(x.shape), 2 * x.bytes, graph.value(node.outputs[0]).bytes};
}

// One operation per element for each member of the chain.
Cost elementChainCost(const Graph& graph, const Node& node) {
  const std::string& members = node.attrs.text("ops");
  const std::int64_t count = 1 + std::count(members.begin(), members.end(), '+');
  return movedBytes(graph, node, count * numel(graph.value(node.outputs[0]).shape));
}

}  // namespace

std::span<const OpDef> fusedOpEntries() {
  static const OpDef ops[] = {
      // (dy, y) -> dx = y > 0 ? dy : 0, and the channel sums of dx.
      {.name = "relu_grad_channel_sum", .title = "relu backward + bias gradient", .cost = reluGradChannelSumCost, .inPlace = {{0, 0}}, .fused = true},
      // linear with a residual of the shape of y as input 3. y must not overwrite the residual: a library may add up partial products in y first.
      {.name = "linear_add", .title = "linear + residual", .attrs = "relu", .cost = linearAddCost, .batch = {"swws", "s", true}, .fused = true},
      {.name = "conv2d_add",
       .title = "conv2d + residual",
       .attrs = "stride padding dilation groups relu",
       .cost = convolutionAddCost,
       .batch = {"swws", "s", true},
       .fused = true},
      // Outputs: y and, with keeps_input, the layer's result before the activation, for other nodes that read it.
      {.name = "linear_activation",
       .title = "linear + activation",
       .attrs = "relu activation keeps_input",
       .cost = linearActivationCost,
       .batch = {"sww", "ss", true},
       .fused = true},
      {.name = "conv2d_activation",
       .title = "conv2d + activation",
       .attrs = "stride padding dilation groups relu activation keeps_input",
       .cost = convolutionActivationCost,
       .batch = {"sww", "ss", true},
       .fused = true},
      // (x, dy) -> dw, db.
      {.name = "linear_grad_weight_bias", .title = "linear backward weights + bias", .cost = linearGradWeightBiasCost, .fused = true},
      // (x, gamma, beta, running mean, running variance) -> y, saved mean, saved variance. The values between norm and activation are
      // never stored. The cost is that of the two ops together; the activation counts as one operation per element in forward and two in backward.
      {.name = "batch_norm_activation",
       .title = "batch norm + activation",
       .attrs = "eps momentum relu activation",
       .cost = elementwiseCost<6>,
       .inPlace = {{0, 0}},
       .mutates = {3, 4},
       .workspaceOutputs = {1, 2},
       .fused = true},
      {.name = "batch_norm_inference_activation",
       .title = "batch norm (running statistics) + activation",
       .attrs = "eps relu activation",
       .cost = elementwiseCost<3>,
       .inPlace = {{0, 0}},
       .batch = {"swwww", "s"},
       .fused = true},
      // (x, dy of the activation's output, gamma, beta, saved mean, saved variance) -> dx, dgamma, dbeta.
      {.name = "batch_norm_activation_grad",
       .title = "activation + batch norm backward",
       .attrs = "eps relu residual activation",
       .cost = costOfInput<10>,
       .inPlace = {{1, 0}, {0, 0}},
       .fused = true},
      // The same for activations whose slope takes long to compute: the first pass over the data stores the slope in dx for the second, which reads x
      // too.
      {.name = "batch_norm_activation_grad_kept",
       .title = "activation + batch norm backward",
       .attrs = "eps relu residual activation",
       .cost = costOfInput<10>,
       .inPlace = {{1, 0}},
       .fused = true},
      // batch_norm_grad with a residual: its dy is the sum of inputs 1 and 8.
      {.name = "batch_norm_grad_add",
       .title = "sum of gradients + batch norm backward",
       .attrs = "eps relu residual",
       .cost = costOfInput<10>,
       .inPlace = {{1, 0}, {0, 0}, {8, 3}},
       .fused = true},
      // layer_norm_grad and rms_norm_grad with one more input after the saved statistics, which is added to dx. If dx is also needed in bf16, that is
      // one more output after the others.
      {.name = "layer_norm_grad_add",
       .title = "layer norm backward + sum of gradients",
       .attrs = "dims bias",
       .cost = costOfInput<14>,
       .inPlace = {{5, 0}, {1, 0}, {0, 0}},
       .batch = {"sswsss", "s++"},
       .fused = true},
      {.name = "rms_norm_grad_add",
       .title = "RMS norm backward + sum of gradients",
       .attrs = "dims bias",
       .cost = costOfInput<10>,
       .inPlace = {{4, 0}, {1, 0}, {0, 0}},
       .batch = {"sswss", "s++"},
       .fused = true},
      // Further ops, which only GPU libraries have. linear with a relu -> y and, for the backward pass, one bit per element of y: 1 if it is above 0.
      {.name = "linear_relu_bits", .title = "linear + relu with bits", .attrs = "relu", .cost = linearActivationCost, .fused = true},
      // (dy, w, the tensor that the activation's gradient reads; for relu its bits) -> dx[, its sums over the rows].
      {.name = "linear_grad_input_activation_grad",
       .title = "linear backward input + activation backward",
       .attrs = "activation",
       .cost = costBeside<OpId::LinearGradInput, 10>,
       .fused = true},
      // (x, w) -> y, and the sums and sums of squares of its channels.
      {.name = "conv2d_sums",
       .title = "conv2d + sums of channels",
       .attrs = "stride padding dilation groups relu",
       .cost = costBeside<OpId::Conv2d, 3>,
       .fused = true},
      // batch_norm with these sums as inputs kSumsInput and kSumsInput + 1, after its residual.
      {.name = "batch_norm_of_sums",
       .title = "batch norm of sums",
       .attrs = "eps momentum relu",
       .cost = costBeside<OpId::BatchNorm, 0>,
       .inPlace = {{0, 0}, {5, 0}},
       .mutates = {3, 4},
       .fused = true},
      // The same, with or without sums, but its outputs are only the mean, variance, scale and shift of the channels, no images.
      {.name = "batch_norm_scale_shift",
       .title = "batch norm to scale and shift",
       .attrs = "eps momentum relu",
       .cost = costOfInput<3>,
       .mutates = {3, 4},
       .fused = true},
      // conv2d and its weight gradient, which apply the batch norm and relu before the convolution themselves. Input 0 is the norm's input, input 3
      // its
      // scale and shift. Outputs: y[, sums, sums of squares] of the first op, dw of the second.
      {.name = "conv2d_of_norm",
       .title = "batch norm + relu read by conv2d",
       .attrs = "stride padding dilation groups relu",
       .cost = costBeside<OpId::Conv2d, 3>,
       .fused = true},
      {.name = "conv2d_grad_weight_of_norm",
       .title = "batch norm + relu read by conv2d backward weights",
       .attrs = "stride padding dilation groups relu weight_shape",
       .cost = costBeside<OpId::Conv2dGradWeight, 0>,
       .fused = true},
      // batch_norm_grad of (x, dy, gamma, beta, mean, variance) with a relu whose mask was not written.
      {.name = "batch_norm_grad_without_mask",
       .title = "relu mask + batch norm backward",
       .attrs = "eps relu residual",
       .cost = costOfInput<12>,
       .fused = true},
      // (dy, w) and, for the norm before the convolution, (x, gamma, beta, mean, variance) -> dx, dgamma, dbeta. `eps` is that of the norm.
      {.name = "conv2d_grad_input_norm_grad",
       .title = "conv2d backward input + batch norm backward",
       .attrs = "stride padding dilation groups relu input_shape eps",
       .cost = costBeside<OpId::Conv2dGradInput, 10>,
       .fused = true},
      // batch_norm with a relu, and its gradient, with the mask stored as bits.
      {.name = "batch_norm_relu_bits",
       .title = "batch norm + relu with bits",
       .attrs = "eps momentum relu",
       .cost = costOfInput<6>,
       .mutates = {3, 4},
       .fused = true},
      {.name = "batch_norm_grad_relu_bits",
       .title = "relu bits + batch norm backward",
       .attrs = "eps relu residual",
       .cost = costOfInput<10>,
       .fused = true},
      // Element-wise nodes one after another, computed tile by tile: the members are in `ops`, joined by '+'. The first output is written last, after
      // the input tiles have been read, so it may overwrite any input.
      {.name = "element_chain",
       .title = "chain of elementwise ops",
       .attrs = "ops reads writes column_sums",
       .cost = elementChainCost,
       .inPlace = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}},
       .fused = true},
  };
  return ops;
}

}  // namespace stepscope
