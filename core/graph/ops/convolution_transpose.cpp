// Transposed 2-D convolution (torch.nn.ConvTranspose2d): the data gradient of a convolution, used as a forward op. Its own gradients are a
// convolution and the weight gradient of a convolution.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

Shape transposedShape(const Node& node, const Shape& x, const Shape& w) {
  check(x.size() == 4, node, "the input is " + toString(x) + ", 4 dimensions are needed",
        "A convolution takes images (batch, channels, height, width)");
  check(w.size() == 4, node, "the weight is " + toString(w) + ", 4 dimensions are needed");
  const Pair stride = pairOf(node, "stride", 1), padding = pairOf(node, "padding", 0), dilation = pairOf(node, "dilation", 1);
  const Pair outputPadding = pairOf(node, "output_padding", 0);
  const std::int64_t groups = node.attrs.integer("groups");
  check(groups >= 1, node, "groups is " + std::to_string(groups), "It must be at least 1");
  check(w[1] >= 1 && w[2] >= 1 && w[3] >= 1, node, "the weight " + toString(w) + " is empty");
  check(x[2] >= 1 && x[3] >= 1, node, "the image " + toString(x) + " is empty");
  check(x[1] == w[0], node, "the input has " + std::to_string(x[1]) + " channels, the weight takes " + std::to_string(w[0]));
  check(x[1] % groups == 0, node, std::to_string(groups) + " groups do not divide " + std::to_string(x[1]) + " input channels");
  // A larger padding would add columns that no input reaches, and the convolution in the gradient would give another shape.
  check(outputPadding.h < stride.h && outputPadding.w < stride.w, node,
        "output_padding is " + std::to_string(outputPadding.h) + "x" + std::to_string(outputPadding.w) + " with a stride of " +
            std::to_string(stride.h) + "x" + std::to_string(stride.w),
        "It must be smaller than the stride");
  const std::int64_t h = (x[2] - 1) * stride.h - 2 * padding.h + dilation.h * (w[2] - 1) + outputPadding.h + 1;
  const std::int64_t wide = (x[3] - 1) * stride.w - 2 * padding.w + dilation.w * (w[3] - 1) + outputPadding.w + 1;
  check(h >= 1 && wide >= 1, node,
        "the result would be " + std::to_string(h) + "x" + std::to_string(wide) + " pixels from an image of " + std::to_string(x[2]) + "x" +
            std::to_string(x[3]),
        "Use less padding or a larger kernel");
  Shape y{x[0], w[1] * groups, h, wide};
  check(numel({x[0], x[1], x[2], x[3], w[1], w[2], w[3]}) < (std::int64_t{1} << 60) && numel(y) < (std::int64_t{1} << 60), node,
        "the convolution is too large", "Use smaller layers, images or batches");
  return y;
}

std::vector<TensorType> inferConvTranspose(const Graph& g, const Node& node) {
  checkInputs(node, 2, 3);
  checkFloat(g, node, 0);
  const Value &x = inputOf(g, node, 0), &w = inputOf(g, node, 1);
  check(w.dtype == x.dtype, node, "input and weight differ in type");
  Shape y = transposedShape(node, x.shape, w.shape);
  if (hasInput(node, 2)) checkShape(g, node, 2, {y[1]}, "the bias");
  return {{x.dtype, std::move(y)}};
}

void convTransposeGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const ValueId x = forward.inputs[0], w = forward.inputs[1], dy = e.gradientOf(0);
  const Attributes attrs{{"stride", forward.attrs.integers("stride")},
                         {"padding", forward.attrs.integers("padding")},
                         {"dilation", forward.attrs.integers("dilation")},
                         {"groups", forward.attrs.integer("groups")},
                         {"relu", false}};
  // Weights first: afterwards the input is no longer needed, so dx may overwrite it.
  if (e.wants(1)) {
    Attributes weight = attrs;
    weight.set("weight_shape", Shape(e.graph().value(w).shape));
    e.contribute(1, e.graph().node(e.emitNode("conv2d_grad_weight", {dy, x}, std::move(weight))).outputs[0]);
  }
  if (hasInput(forward, 2) && e.wants(2)) e.contribute(2, e.graph().node(e.emitNode("channel_sum", {dy}, {})).outputs[0]);
  if (e.wants(0)) e.contribute(0, e.graph().node(e.emitNode("conv2d", {dy, w}, attrs)).outputs[0]);
}

Cost convTransposeCost(const Graph& g, const Node& node) {
  const Shape& w = inputOf(g, node, 1).shape;
  const std::int64_t macs = numel(inputOf(g, node, 0).shape) * w[1] * w[2] * w[3];
  return movedBytes(g, node, 2 * macs + (hasInput(node, 2) ? numel(g.value(node.outputs[0]).shape) : 0));
}

}  // namespace

std::span<const OpDef> convolutionTransposeOps() {
  static const OpDef ops[] = {
      withAmp(entry("conv_transpose2d", "transposed conv2d", "stride padding output_padding dilation groups", inferConvTranspose,
                    convTransposeGradient, convTransposeCost),
              AmpClass::Low, AmpClass::Low),
  };
  return ops;
}

}  // namespace stepscope
