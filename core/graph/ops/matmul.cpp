// Fully connected layers: y = x wT + b (PyTorch's linear) and its gradients.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

std::vector<TensorType> inferLinear(const Graph& g, const Node& node) {
  checkInputs(node, 2, 3);
  checkFloat(g, node, 0);
  checkRank(g, node, 0, 2);
  const Value &x = inputOf(g, node, 0), &w = inputOf(g, node, 1);
  check(w.dtype == x.dtype, node, "input and weight differ in type");
  check(w.shape.size() == 2 && w.shape[0] >= 1, node, "the weight is " + toString(w.shape) + ", 2 dimensions are needed");
  check(w.shape[1] == x.shape[1], node,
        "the input has " + std::to_string(x.shape[1]) + " features, the weight takes " + std::to_string(w.shape[1]));
  if (hasInput(node, 2)) checkShape(g, node, 2, {w.shape[0]}, "the bias");
  return {{x.dtype, {x.shape[0], w.shape[0]}}};
}

std::vector<TensorType> inferLinearGradInput(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkRank(g, node, 0, 2);
  checkRank(g, node, 1, 2);
  const Value &dy = inputOf(g, node, 0), &w = inputOf(g, node, 1);
  checkShape(g, node, 0, {dy.shape[0], w.shape[0]}, "the gradient");
  return {{dy.dtype, {dy.shape[0], w.shape[1]}}};
}

std::vector<TensorType> inferLinearGradWeight(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkRank(g, node, 0, 2);
  checkRank(g, node, 1, 2);
  const Value &x = inputOf(g, node, 0), &dy = inputOf(g, node, 1);
  checkShape(g, node, 1, {x.shape[0], dy.shape[1]}, "the gradient");
  return {{dy.dtype, {dy.shape[1], x.shape[1]}}};
}

void linearGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const ValueId x = forward.inputs[0], w = forward.inputs[1];
  const ValueId dy = gradientBeforeRelu(e);
  // Weights first: the input is needed no longer when dx is made, so dx may take its place.
  if (e.wants(1)) e.contribute(1, e.graph().node(e.emitNode("linear_grad_weight", {x, dy}, {})).outputs[0]);
  if (hasInput(forward, 2) && e.wants(2)) e.contribute(2, e.graph().node(e.emitNode("channel_sum", {dy}, {})).outputs[0]);
  if (e.wants(0)) e.contribute(0, e.graph().node(e.emitNode("linear_grad_input", {dy, w}, {})).outputs[0]);
}

// dy(N, O) against w(O, K), in whatever roles: always N * O * K multiply-adds.
std::int64_t macs(const Shape& rows, const Shape& other, std::int64_t otherDim) {
  return numel(rows) * other[static_cast<std::size_t>(otherDim)];
}

Cost linearCost(const Graph& g, const Node& node) {
  const std::int64_t out = numel(g.value(node.outputs[0]).shape);
  const std::int64_t perOutput = (hasInput(node, 2) ? 1 : 0) + (node.attrs.flag("relu") ? 1 : 0);
  return movedBytes(g, node, 2 * macs(inputOf(g, node, 0).shape, inputOf(g, node, 1).shape, 0) + perOutput * out);
}
Cost linearGradInputCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 2 * macs(inputOf(g, node, 0).shape, inputOf(g, node, 1).shape, 1));
}
Cost linearGradWeightCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 2 * macs(inputOf(g, node, 0).shape, inputOf(g, node, 1).shape, 1));
}

}  // namespace

std::span<const OpDef> matmulOps() {
  static const OpDef ops[] = {
      {.name = "linear",
       .title = "linear",
       .infer = inferLinear,
       .gradient = linearGradient,
       .cost = linearCost,
       .ampCuda = AmpClass::Low,
       .ampCpu = AmpClass::Low},
      {.name = "linear_grad_input", .title = "linear backward input", .infer = inferLinearGradInput, .cost = linearGradInputCost},
      {.name = "linear_grad_weight", .title = "linear backward weights", .infer = inferLinearGradWeight, .cost = linearGradWeightCost},
  };
  return ops;
}

}  // namespace stepscope
