// Reductions over dimensions: sum, mean, max, argmax, and the sum of a product, used for the gradients of broadcast factors.
#include <algorithm>

#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

// The attribute `axes`. Throws unless they are dimensions of the input, each once, in ascending order.
const std::vector<std::int64_t>& axesOf(const Graph& g, const Node& node) {
  const auto& axes = node.attrs.integers("axes");
  const Shape& shape = inputOf(g, node, 0).shape;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    check(axes[i] >= 0 && axes[i] < static_cast<std::int64_t>(shape.size()), node,
          "axis " + std::to_string(axes[i]) + " is not a dimension of " + toString(shape));
    check(i == 0 || axes[i] > axes[i - 1], node, "the axes are not in ascending order, each once");
  }
  return axes;
}

Shape reducedShape(const Shape& shape, const std::vector<std::int64_t>& axes, bool keepdim) {
  Shape reduced;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool gone = std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(i)) != axes.end();
    if (!gone) reduced.push_back(shape[i]);
    if (gone && keepdim) reduced.push_back(1);
  }
  return reduced;
}

std::vector<TensorType> inferReduction(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Value& x = inputOf(g, node, 0);
  return {{x.dtype, reducedShape(x.shape, axesOf(g, node), node.attrs.flag("keepdim"))}};
}

std::vector<TensorType> inferOfSome(const Graph& g, const Node& node) {
  auto types = inferReduction(g, node);
  for (const std::int64_t axis : node.attrs.integers("axes")) {
    check(inputOf(g, node, 0).shape[static_cast<std::size_t>(axis)] > 0, node,
          "dimension " + std::to_string(axis) + " of " + toString(inputOf(g, node, 0).shape) + " has no elements",
          "A mean or a maximum of zero elements is not defined");
  }
  return types;
}

std::vector<TensorType> inferProductSum(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  checkFloat(g, node, 1);
  checkSameShape(g, node, 0, 1);
  const Value& x = inputOf(g, node, 0);
  return {{x.dtype, reducedShape(x.shape, axesOf(g, node), node.attrs.flag("keepdim"))}};
}

std::vector<TensorType> inferMaxGrad(const Graph& g, const Node& node) {
  checkInputs(node, 3, 3);
  const Value& x = inputOf(g, node, 1);
  const Shape reduced = inputOf(g, node, 2).shape;
  checkShape(g, node, 0, reduced, "the gradient");
  return {typeOf(x)};
}

std::vector<TensorType> inferArgmax(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Shape& shape = inputOf(g, node, 0).shape;
  const std::int64_t axis = node.attrs.integer("axis");
  check(axis >= 0 && axis < static_cast<std::int64_t>(shape.size()), node,
        "axis " + std::to_string(axis) + " is not a dimension of " + toString(shape));
  check(shape[static_cast<std::size_t>(axis)] > 0, node, "dimension " + std::to_string(axis) + " of " + toString(shape) + " has no elements");
  return {{DType::I32, reducedShape(shape, {axis}, node.attrs.flag("keepdim"))}};
}

// Reshapes a value of the output's shape so that the reduced dimensions are 1.
ValueId withKeptDimensions(GradientEmitter& e, ValueId value) {
  const Node& forward = e.forward();
  const Shape kept = reducedShape(e.graph().value(forward.inputs[0]).shape, forward.attrs.integers("axes"), true);
  if (e.graph().value(value).shape == kept) return value;
  return e.graph().node(e.emitNode("reshape", {value}, {{"shape", kept}})).outputs[0];
}

void expandBack(GradientEmitter& e, double scale) {
  const Shape shape = e.graph().value(e.forward().inputs[0]).shape;
  ValueId dy = withKeptDimensions(e, e.gradientOf(0));
  if (e.graph().value(dy).shape != shape || scale != 1.0)
    dy = e.graph().node(e.emitNode("expand", {dy}, {{"shape", shape}, {"scale", scale}})).outputs[0];
  e.contribute(0, dy);
}

void sumGradient(GradientEmitter& e) {
  expandBack(e, 1.0);
}

std::int64_t reducedCount(const Graph& g, const Node& node) {
  std::int64_t count = 1;
  for (const std::int64_t axis : node.attrs.integers("axes")) count *= inputOf(g, node, 0).shape[static_cast<std::size_t>(axis)];
  return count;
}

void meanGradient(GradientEmitter& e) {
  expandBack(e, 1.0 / static_cast<double>(reducedCount(e.graph(), e.forward())));
}

void productSumGradient(GradientEmitter& e) {
  const ValueId dy = withKeptDimensions(e, e.gradientOf(0));
  for (const int input : {0, 1}) {
    if (!e.wants(input)) continue;
    e.contribute(input, e.graph().node(e.emitNode("mul", {e.forward().inputs[static_cast<std::size_t>(1 - input)], dy}, {})).outputs[0]);
  }
}

// Equal maxima divide the gradient equally, as in PyTorch's amax.
void maxGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  Attributes attrs{{"axes", forward.attrs.integers("axes")}};
  e.contribute(0, e.graph().node(e.emitNode("max_grad", {e.gradientOf(0), forward.inputs[0], forward.outputs[0]}, std::move(attrs))).outputs[0]);
}

template <int perElement>
Cost inputCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, perElement * numel(inputOf(g, node, 0).shape));
}

}  // namespace

std::span<const OpDef> reductionOps() {
  static const OpDef ops[] = {
      withAmp(entry("sum", "sum", "axes keepdim", inferReduction, sumGradient, inputCost<1>), AmpClass::F32),
      entry("mean", "mean", "axes keepdim", inferOfSome, meanGradient, inputCost<1>),
      entry("max", "maximum", "axes keepdim", inferOfSome, maxGradient, inputCost<1>),
      entry("max_grad", "maximum backward", "axes", inferMaxGrad, nullptr, elementwiseCost<3>),
      withAmp(entry("product_sum", "sum of a product", "axes keepdim", inferProductSum, productSumGradient, inputCost<2>), AmpClass::F32),
      entry("argmax", "argmax", "axis keepdim last", inferArgmax, nullptr, inputCost<1>),
  };
  return ops;
}

}  // namespace stepscope
