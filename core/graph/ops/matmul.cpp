// Fully connected layers: y = x w^T + b (PyTorch's linear) over the last dimension, and its gradients.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

// The same shape with another last dimension.
Shape withLast(Shape shape, std::int64_t last) {
  shape.back() = last;
  return shape;
}

void checkRows(const Graph& g, const Node& node, std::size_t index) {
  const Shape& x = inputOf(g, node, index).shape;
  check(x.size() >= 2, node, "the input is " + toString(x) + ", at least 2 dimensions are needed");
}

std::vector<TensorType> inferLinear(const Graph& g, const Node& node) {
  checkInputs(node, 2, 3);
  checkFloat(g, node, 0);
  checkRows(g, node, 0);
  const Value &x = inputOf(g, node, 0), &w = inputOf(g, node, 1);
  check(w.dtype == x.dtype, node, "input and weight differ in type");
  check(w.shape.size() == 2 && w.shape[0] >= 1, node, "the weight is " + toString(w.shape) + ", 2 dimensions are needed");
  check(w.shape[1] == x.shape.back(), node,
        "the input has " + std::to_string(x.shape.back()) + " features, the weight takes " + std::to_string(w.shape[1]),
        x.shape[0] > 0 && numel(x.shape) / x.shape[0] == w.shape[1] ? "Put a flatten layer before it" : "");
  if (hasInput(node, 2)) checkShape(g, node, 2, {w.shape[0]}, "the bias");
  return {{x.dtype, withLast(x.shape, w.shape[0])}};
}

std::vector<TensorType> inferLinearGradInput(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkRows(g, node, 0);
  checkRank(g, node, 1, 2);
  const Value &dy = inputOf(g, node, 0), &w = inputOf(g, node, 1);
  checkShape(g, node, 0, withLast(dy.shape, w.shape[0]), "the gradient");
  return {{dy.dtype, withLast(dy.shape, w.shape[1])}};
}

std::vector<TensorType> inferLinearGradWeight(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkRows(g, node, 0);
  checkRows(g, node, 1);
  const Value &x = inputOf(g, node, 0), &dy = inputOf(g, node, 1);
  checkShape(g, node, 1, withLast(x.shape, dy.shape.back()), "the gradient");
  return {{dy.dtype, {dy.shape.back(), x.shape.back()}}};
}

// The sum over all but the last dimension: channel_sum over the gradient, viewed as a matrix.
ValueId biasGradient(GradientEmitter& e, ValueId dy) {
  const Shape shape = e.graph().value(dy).shape;
  if (shape.size() > 2) {
    const std::int64_t width = shape.back(), rows = width > 0 ? numel(shape) / width : 0;
    dy = e.graph().node(e.emitNode("reshape", {dy}, {{"shape", Shape{rows, width}}})).outputs[0];
  }
  return e.graph().node(e.emitNode("channel_sum", {dy}, {})).outputs[0];
}

void linearGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const ValueId x = forward.inputs[0], w = forward.inputs[1];
  const ValueId dy = gradientBeforeRelu(e);
  // Weights first: afterwards the input is no longer needed, so dx may overwrite it.
  if (e.wants(1)) e.contribute(1, e.graph().node(e.emitNode("linear_grad_weight", {x, dy}, {})).outputs[0]);
  if (hasInput(forward, 2) && e.wants(2)) e.contribute(2, biasGradient(e, dy));
  if (e.wants(0)) e.contribute(0, e.graph().node(e.emitNode("linear_grad_input", {dy, w}, {})).outputs[0]);
}

// Multiply-adds of the layer or of one of its gradients: always rows * O * K, from one operand of rows * O or rows * K elements and the other width.
std::int64_t macs(const Shape& rows, std::int64_t other) {
  return numel(rows) * other;
}

Cost linearCost(const Graph& g, const Node& node) {
  const std::int64_t out = numel(g.value(node.outputs[0]).shape);
  const std::int64_t perOutput = (hasInput(node, 2) ? 1 : 0) + (node.attrs.flag("relu") ? 1 : 0);
  return movedBytes(g, node, 2 * macs(inputOf(g, node, 0).shape, inputOf(g, node, 1).shape[0]) + perOutput * out);
}
Cost linearGradInputCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 2 * macs(inputOf(g, node, 0).shape, inputOf(g, node, 1).shape.back()));
}
Cost linearGradWeightCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 2 * macs(inputOf(g, node, 0).shape, inputOf(g, node, 1).shape.back()));
}

}  // namespace

std::span<const OpDef> matmulOps() {
  static const OpDef ops[] = {
      withBatch(withAmp(entry("linear", "linear", "relu", inferLinear, linearGradient, linearCost), AmpClass::Low, AmpClass::Low),
                {"sww", "s", true}),
      withBatch(entry("linear_grad_input", "linear backward input", "", inferLinearGradInput, nullptr, linearGradInputCost), {"sw", "s", true}),
      withBatch(entry("linear_grad_weight", "linear backward weights", "", inferLinearGradWeight, nullptr, linearGradWeightCost), {"ss", "+", true}),
  };
  return ops;
}

}  // namespace stepscope
