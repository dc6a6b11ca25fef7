// 2-D convolution (cross-correlation, as in every framework) and its gradients; the bias gradient.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

struct ConvShape {
  Shape output;
  std::int64_t macs;  // multiply-adds of the forward pass
};

ConvShape convShape(const Node& node, const Shape& x, const Shape& w) {
  check(x.size() == 4, node, "the input is " + toString(x) + ", 4 dimensions are needed",
        "A convolution takes images (batch, channels, height, width)");
  check(w.size() == 4, node, "the weight is " + toString(w) + ", 4 dimensions are needed");
  const Pair stride = pairOf(node, "stride", 1), padding = pairOf(node, "padding", 0), dilation = pairOf(node, "dilation", 1);
  const std::int64_t groups = node.attrs.integer("groups");
  check(groups >= 1, node, "groups is " + std::to_string(groups), "It must be at least 1");
  check(w[0] >= 1 && w[2] >= 1 && w[3] >= 1, node, "the weight " + toString(w) + " is empty");
  check(x[1] % groups == 0 && w[0] % groups == 0, node,
        std::to_string(groups) + " groups do not divide " + std::to_string(x[1]) + " input and " + std::to_string(w[0]) + " output channels");
  // Compares without w[1] * groups, which could overflow with the weight of a damaged file.
  check(x[1] / groups == w[1], node,
        "the input has " + std::to_string(x[1]) + " channels in " + std::to_string(groups) + " groups, the weight takes " + std::to_string(w[1]) +
            " a group");
  const std::int64_t h = slidingOutput(x[2], w[2], stride.h, padding.h, dilation.h);
  const std::int64_t wide = slidingOutput(x[3], w[3], stride.w, padding.w, dilation.w);
  check(h >= 1 && wide >= 1, node,
        "a " + std::to_string(w[2]) + "x" + std::to_string(w[3]) + " kernel" +
            (dilation.h > 1 || dilation.w > 1 ? " with a dilation of " + std::to_string(dilation.h) + "x" + std::to_string(dilation.w) : "") +
            " does not fit an image of " + std::to_string(x[2]) + "x" + std::to_string(x[3]),
        "Use larger images, more padding or fewer strides and poolings before it");
  Shape y{x[0], w[0], h, wide};
  const std::int64_t macs = numel({y[0], y[1], y[2], y[3], w[1], w[2], w[3]});
  check(macs < (std::int64_t{1} << 60), node, "the convolution is too large", "Use smaller layers, images or batches");
  return {std::move(y), macs};
}

std::vector<TensorType> inferConv(const Graph& g, const Node& node) {
  checkInputs(node, 2, 3);
  checkFloat(g, node, 0);
  const Value &x = inputOf(g, node, 0), &w = inputOf(g, node, 1);
  check(w.dtype == x.dtype, node, "input and weight differ in type");
  ConvShape shape = convShape(node, x.shape, w.shape);
  if (hasInput(node, 2)) checkShape(g, node, 2, {w.shape[0]}, "the bias");
  return {{x.dtype, std::move(shape.output)}};
}

std::vector<TensorType> inferConvGradInput(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  const Shape& x = node.attrs.integers("input_shape");
  checkShape(g, node, 0, convShape(node, x, inputOf(g, node, 1).shape).output, "the gradient");
  return {{inputOf(g, node, 0).dtype, x}};
}

std::vector<TensorType> inferConvGradWeight(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  const Shape& w = node.attrs.integers("weight_shape");
  checkShape(g, node, 1, convShape(node, inputOf(g, node, 0).shape, w).output, "the gradient");
  return {{inputOf(g, node, 1).dtype, w}};
}

void convGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const ValueId x = forward.inputs[0], w = forward.inputs[1];
  const ValueId dy = gradientBeforeRelu(e);
  Attributes attrs = forward.attrs;
  attrs.set("relu", false);
  // Weights first: afterwards the input is no longer needed, so dx may overwrite it.
  if (e.wants(1)) {
    Attributes weight = attrs;
    weight.set("weight_shape", Shape(e.graph().value(w).shape));
    e.contribute(1, e.graph().node(e.emitNode("conv2d_grad_weight", {x, dy}, std::move(weight))).outputs[0]);
  }
  if (hasInput(forward, 2) && e.wants(2)) e.contribute(2, e.graph().node(e.emitNode("channel_sum", {dy}, {})).outputs[0]);
  if (e.wants(0)) {
    Attributes input = attrs;
    input.set("input_shape", Shape(e.graph().value(x).shape));
    e.contribute(0, e.graph().node(e.emitNode("conv2d_grad_input", {dy, w}, std::move(input))).outputs[0]);
  }
}

Cost convCost(const Graph& g, const Node& node) {
  const std::int64_t out = numel(g.value(node.outputs[0]).shape);
  const std::int64_t perOutput = (hasInput(node, 2) ? 1 : 0) + (node.attrs.flag("relu") ? 1 : 0);
  return movedBytes(g, node, 2 * convShape(node, inputOf(g, node, 0).shape, inputOf(g, node, 1).shape).macs + perOutput * out);
}
Cost convGradInputCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 2 * convShape(node, node.attrs.integers("input_shape"), inputOf(g, node, 1).shape).macs);
}
Cost convGradWeightCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 2 * convShape(node, inputOf(g, node, 0).shape, node.attrs.integers("weight_shape")).macs);
}

std::vector<TensorType> inferChannelSum(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Value& dy = inputOf(g, node, 0);
  check(dy.shape.size() >= 2, node, "the input is " + toString(dy.shape) + ", at least 2 dimensions are needed");
  return {{dy.dtype, {dy.shape[1]}}};
}

Cost channelSumCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, numel(inputOf(g, node, 0).shape));
}

}  // namespace

std::span<const OpDef> convolutionOps() {
  constexpr std::string_view kWindow = "stride padding dilation groups relu";
  constexpr std::string_view kGradInput = "stride padding dilation groups relu input_shape";
  constexpr std::string_view kGradWeight = "stride padding dilation groups relu weight_shape";
  static const OpDef ops[] = {
      withBatch(withAmp(entry("conv2d", "conv2d", kWindow, inferConv, convGradient, convCost), AmpClass::Low, AmpClass::Low), {"sww", "s", true}),
      withBatch(entry("conv2d_grad_input", "conv2d backward input", kGradInput, inferConvGradInput, nullptr, convGradInputCost), {"sw", "s", true}),
      withBatch(entry("conv2d_grad_weight", "conv2d backward weights", kGradWeight, inferConvGradWeight, nullptr, convGradWeightCost),
                {"ss", "+", true}),
      entry("channel_sum", "bias gradient", "", inferChannelSum, nullptr, channelSumCost),
  };
  return ops;
}

}  // namespace stepscope
