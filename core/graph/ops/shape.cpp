// Ops that move elements and compute nothing: reshape, the padded shortcut of CIFAR ResNets, reorder.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

std::vector<TensorType> inferReshape(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Value& x = inputOf(g, node, 0);
  const Shape& shape = node.attrs.integers("shape");
  check(numel(shape) == numel(x.shape), node, toString(x.shape) + " cannot be seen as " + toString(shape));
  const Quantization scales = reshaped(x.quantization, x.shape, shape);
  check(scales.perAxis() == x.quantization.perAxis(), node,
        toString(x.shape) + " as " + toString(shape) + " does not keep dimension " + std::to_string(x.quantization.axis) +
            ", along which its scales are",
        "Keep that dimension, or take one scale for the whole tensor");
  return {{x.dtype, shape, scales}};
}

void reshapeGradient(GradientEmitter& e) {
  const Shape& x = e.graph().value(e.forward().inputs[0]).shape;
  e.contribute(0, e.graph().node(e.emitNode("reshape", {e.gradientOf(0)}, {{"shape", x}})).outputs[0]);
}

Cost noCost(const Graph&, const Node&) {
  return {};
}

// Option A of He et al. 2015, section 4.2: every stride-th pixel, zeros for the additional channels. No parameters.
Shape shortcutShape(const Node& node, const Shape& x) {
  check(x.size() == 4, node, "the input is " + toString(x) + ", 4 dimensions are needed");
  const Pair stride = pairOf(node, "stride", 1);
  const std::int64_t before = node.attrs.integer("pad_before"), after = node.attrs.integer("pad_after");
  check(before >= 0 && after >= 0, node, "a padding is negative");
  return {x[0], before + x[1] + after, (x[2] + stride.h - 1) / stride.h, (x[3] + stride.w - 1) / stride.w};
}

std::vector<TensorType> inferShortcutPad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Value& x = inputOf(g, node, 0);
  return {{x.dtype, shortcutShape(node, x.shape)}};
}

std::vector<TensorType> inferShortcutPadGrad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Shape& x = node.attrs.integers("input_shape");
  checkShape(g, node, 0, shortcutShape(node, x), "the gradient");
  return {{inputOf(g, node, 0).dtype, x}};
}

void shortcutPadGradient(GradientEmitter& e) {
  Attributes attrs = e.forward().attrs;
  attrs.set("input_shape", Shape(e.graph().value(e.forward().inputs[0]).shape));
  e.contribute(0, e.graph().node(e.emitNode("shortcut_pad_grad", {e.gradientOf(0)}, std::move(attrs))).outputs[0]);
}

std::vector<TensorType> inferReorder(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  return {typeOf(inputOf(g, node, 0))};
}

}  // namespace

std::span<const OpDef> shapeOps() {
  constexpr std::string_view kPad = "stride pad_before pad_after", kPadGrad = "stride pad_before pad_after input_shape";
  static const OpDef ops[] = {
      {.name = "reshape",
       .title = "reshape",
       .attrs = "shape",
       .infer = inferReshape,
       .gradient = reshapeGradient,
       .cost = noCost,
       .aliases = true,
       .movesOnly = true},
      withBatch(entry("shortcut_pad", "padded shortcut", kPad, inferShortcutPad, shortcutPadGradient, elementwiseCost<0>), {"s", "s"}),
      withBatch(entry("shortcut_pad_grad", "padded shortcut backward", kPadGrad, inferShortcutPadGrad, nullptr, elementwiseCost<0>), {"s", "s"}),
      moving(entry("reorder", "reorder", "", inferReorder, nullptr, elementwiseCost<0>)),
  };
  return ops;
}

}  // namespace stepscope
