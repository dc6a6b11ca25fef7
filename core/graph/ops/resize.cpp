// Images of another size: nearest and bilinear, as torch.nn.functional.interpolate with `size`.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

Shape resizedShape(const Node& node, const Shape& x) {
  check(x.size() == 4, node, "the input is " + toString(x) + ", 4 dimensions are needed",
        "It takes images (batch, channels, height, width); put it before flatten");
  check(x[2] >= 1 && x[3] >= 1, node, "the image " + toString(x) + " is empty");
  const Pair size = pairOf(node, "size", 1);
  const std::string& mode = node.attrs.text("mode");
  check(mode == "nearest" || mode == "bilinear", node, "the mode is \"" + mode + "\"", "Known are \"nearest\" and \"bilinear\"");
  check(mode == "bilinear" || !node.attrs.flag("align_corners"), node, "align_corners has no meaning for the mode \"nearest\"",
        "Leave it out or use \"bilinear\"");
  return {x[0], x[1], size.h, size.w};
}

std::vector<TensorType> inferResize(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Value& x = inputOf(g, node, 0);
  return {{x.dtype, resizedShape(node, x.shape)}};
}

std::vector<TensorType> inferResizeGrad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Shape& x = node.attrs.integers("input_shape");
  checkShape(g, node, 0, resizedShape(node, x), "the gradient");
  return {{inputOf(g, node, 0).dtype, x}};
}

void resizeGradient(GradientEmitter& e) {
  Attributes attrs = e.forward().attrs;
  attrs.set("input_shape", Shape(e.graph().value(e.forward().inputs[0]).shape));
  e.contribute(0, e.graph().node(e.emitNode("resize_grad", {e.gradientOf(0)}, std::move(attrs))).outputs[0]);
}

// Per pixel of the resized image (output 0 in forward, input 0 in backward): 8 operations for bilinear, the four weighted pixels and their sum; for
// nearest only one addition in backward.
Cost resizeCost(const Graph& g, const Node& node) {
  const bool backward = node.op->id == OpId::ResizeGrad;
  const std::int64_t pixels = numel((backward ? inputOf(g, node, 0) : g.value(node.outputs[0])).shape);
  const std::int64_t each = node.attrs.text("mode") == "bilinear" ? 8 : backward ? 1 : 0;
  return movedBytes(g, node, each * pixels);
}

}  // namespace

std::span<const OpDef> resizeOps() {
  constexpr std::string_view kSize = "size mode align_corners", kSizeGrad = "size mode align_corners input_shape";
  static const OpDef ops[] = {
      withBatch(withAmp(entry("resize", "resize", kSize, inferResize, resizeGradient, resizeCost), AmpClass::F32), {"s", "s"}),
      withBatch(entry("resize_grad", "resize backward", kSizeGrad, inferResizeGrad, nullptr, resizeCost), {"s", "s"}),
  };
  return ops;
}

}  // namespace stepscope
