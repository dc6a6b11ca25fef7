// Max, average, global and adaptive pooling over images, by PyTorch's rules.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

void checkImages(const Node& node, const Shape& x) {
  check(x.size() == 4, node, "the input is " + toString(x) + ", 4 dimensions are needed", "Pooling takes images (batch, channels, height, width)");
}

// Outputs along one axis: floor, or with ceil_mode ceil, of (in + 2 * padding - dilation * (kernel - 1) - 1) / stride, plus 1; a last
// window that ceil_mode adds must begin within the image or the padding before it. 0 or less when no window fits.
std::int64_t pooledLength(const Node& node, std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t padding, std::int64_t dilation) {
  std::int64_t out = slidingOutput(in, kernel, stride, padding, dilation);
  if (node.attrs.flag("ceil_mode")) {
    const std::int64_t span = in + 2 * padding - dilation * (kernel - 1) - 1;
    out = span + stride > 0 ? (span + stride - 1) / stride + 1 : 0;
    if ((out - 1) * stride >= in + padding) --out;
  }
  for (std::int64_t o = 0; dilation > 1 && o < out; ++o) {
    std::int64_t tap = 0;
    while (tap < kernel && o * stride - padding + tap * dilation < 0) ++tap;
    check(tap < kernel && o * stride - padding + tap * dilation < in, node,
          "window " + std::to_string(o) + " of dilation " + std::to_string(dilation) + " touches no pixel of an image of " + std::to_string(in),
          "Use less padding or dilation");
  }
  return out;
}

Shape pooledShape(const Node& node, const Shape& x) {
  checkImages(node, x);
  const Pair kernel = pairOf(node, "kernel", 1), stride = pairOf(node, "stride", 1), padding = pairOf(node, "padding", 0);
  const Pair dilation = node.attrs.has("dilation") ? pairOf(node, "dilation", 1) : Pair{1, 1};
  check(2 * padding.h <= dilation.h * (kernel.h - 1) + 1 && 2 * padding.w <= dilation.w * (kernel.w - 1) + 1, node,
        "a padding of " + std::to_string(padding.h) + "x" + std::to_string(padding.w) + " is more than half of a " + std::to_string(kernel.h) + "x" +
            std::to_string(kernel.w) + " window",
        "Use a padding of at most half the kernel, so that no window covers only padding");
  const std::int64_t h = pooledLength(node, x[2], kernel.h, stride.h, padding.h, dilation.h);
  const std::int64_t w = pooledLength(node, x[3], kernel.w, stride.w, padding.w, dilation.w);
  check(h >= 1 && w >= 1, node,
        "a " + std::to_string(kernel.h) + "x" + std::to_string(kernel.w) + " window does not fit an image of " + std::to_string(x[2]) + "x" +
            std::to_string(x[3]),
        "Use larger images or fewer strides and poolings before it");
  numel({x[0], x[1], h, w, kernel.h, kernel.w});  // throws if the work is too large to count
  return {x[0], x[1], h, w};
}

std::vector<TensorType> inferMaxPool(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Value& x = inputOf(g, node, 0);
  Shape y = pooledShape(node, x.shape);
  const Pair kernel = pairOf(node, "kernel", 1);
  check(kernel.h * kernel.w <= 256, node, "the window has more than 256 elements",
        "The place of the maximum is kept in one byte; use a smaller kernel");
  return {{x.dtype, y}, {DType::U8, y}};
}

std::vector<TensorType> inferMaxPoolGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  const Shape& x = node.attrs.integers("input_shape");
  checkShape(g, node, 0, pooledShape(node, x), "the gradient");
  return {{inputOf(g, node, 0).dtype, x}};
}

std::vector<TensorType> inferAvgPool(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Value& x = inputOf(g, node, 0);
  return {{x.dtype, pooledShape(node, x.shape)}};
}

std::vector<TensorType> inferAvgPoolGrad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Shape& x = node.attrs.integers("input_shape");
  checkShape(g, node, 0, pooledShape(node, x), "the gradient");
  return {{inputOf(g, node, 0).dtype, x}};
}

std::vector<TensorType> inferGlobalAvgPool(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  checkRank(g, node, 0, 4);
  const Value& x = inputOf(g, node, 0);
  check(x.shape[2] >= 1 && x.shape[3] >= 1, node, "the image " + toString(x.shape) + " is empty");
  return {{x.dtype, {x.shape[0], x.shape[1], 1, 1}}};
}

std::vector<TensorType> inferGlobalAvgPoolGrad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  const Shape& x = node.attrs.integers("input_shape");
  check(x.size() == 4, node, "input_shape has not 4 dimensions");
  checkShape(g, node, 0, {x[0], x[1], 1, 1}, "the gradient");
  return {{inputOf(g, node, 0).dtype, x}};
}

// The output shape of adaptive pooling. Window o along an axis is [floor(o * in / out), ceil((o + 1) * in / out)).
Shape adaptiveShape(const Node& node, const Shape& x) {
  checkImages(node, x);
  check(x[2] >= 1 && x[3] >= 1, node, "the image " + toString(x) + " is empty");
  const Pair size = pairOf(node, "output_size", 1);
  return {x[0], x[1], size.h, size.w};
}

std::vector<TensorType> inferAdaptiveAvgPool(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Value& x = inputOf(g, node, 0);
  return {{x.dtype, adaptiveShape(node, x.shape)}};
}

std::vector<TensorType> inferAdaptiveMaxPool(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Value& x = inputOf(g, node, 0);
  Shape y = adaptiveShape(node, x.shape);
  check(x.shape[2] * x.shape[3] < (std::int64_t{1} << 31), node, "an image of " + toString(x.shape) + " has too many pixels");
  return {{x.dtype, y}, {DType::I32, y}};
}

std::vector<TensorType> inferAdaptivePoolGrad(const Graph& g, const Node& node) {
  const std::size_t inputs = node.op->id == OpId::AdaptiveMaxPool2dGrad ? 2 : 1;
  checkInputs(node, inputs, inputs);
  const Shape& x = node.attrs.integers("input_shape");
  checkShape(g, node, 0, adaptiveShape(node, x), "the gradient");
  return {{inputOf(g, node, 0).dtype, x}};
}

Attributes gradAttributes(GradientEmitter& e) {
  Attributes attrs = e.forward().attrs;
  attrs.set("input_shape", Shape(e.graph().value(e.forward().inputs[0]).shape));
  return attrs;
}

void maxPoolGradient(GradientEmitter& e) {
  const ValueId indices = e.forward().outputs[1];
  e.contribute(0, e.graph().node(e.emitNode("max_pool2d_grad", {e.gradientOf(0), indices}, gradAttributes(e))).outputs[0]);
}
void avgPoolGradient(GradientEmitter& e) {
  e.contribute(0, e.graph().node(e.emitNode("avg_pool2d_grad", {e.gradientOf(0)}, gradAttributes(e))).outputs[0]);
}
void adaptiveAvgPoolGradient(GradientEmitter& e) {
  e.contribute(0, e.graph().node(e.emitNode("adaptive_avg_pool2d_grad", {e.gradientOf(0)}, gradAttributes(e))).outputs[0]);
}
void adaptiveMaxPoolGradient(GradientEmitter& e) {
  const ValueId indices = e.forward().outputs[1];
  e.contribute(0, e.graph().node(e.emitNode("adaptive_max_pool2d_grad", {e.gradientOf(0), indices}, gradAttributes(e))).outputs[0]);
}
void globalAvgPoolGradient(GradientEmitter& e) {
  e.contribute(0, e.graph().node(e.emitNode("global_avg_pool_grad", {e.gradientOf(0)}, gradAttributes(e))).outputs[0]);
}

// One operation per element of the window, for each element of the pooled tensor: output 0 in forward, input 0 in backward.
Cost poolCost(const Graph& g, const Node& node) {
  const Pair kernel = pairOf(node, "kernel", 1);
  return movedBytes(g, node, numel(g.value(node.outputs[0]).shape) * kernel.h * kernel.w);
}
Cost poolGradCost(const Graph& g, const Node& node) {
  const Pair kernel = pairOf(node, "kernel", 1);
  return movedBytes(g, node, numel(inputOf(g, node, 0).shape) * kernel.h * kernel.w);
}
// One operation for each element of the first input.
Cost inputCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, numel(inputOf(g, node, 0).shape));
}

OpDef withIndices(OpDef op) {
  op.workspaceOutputs = {1};
  return op;
}

}  // namespace

std::span<const OpDef> poolingOps() {
  constexpr std::string_view kMax = "kernel stride padding dilation ceil_mode", kSizeGrad = "output_size input_shape";
  constexpr std::string_view kMaxGrad = "kernel stride padding dilation ceil_mode input_shape";
  constexpr std::string_view kAverage = "kernel stride padding ceil_mode count_include_pad";
  constexpr std::string_view kAverageGrad = "kernel stride padding ceil_mode count_include_pad input_shape";
  static const OpDef ops[] = {
      withIndices(withBatch(entry("max_pool2d", "max pool", kMax, inferMaxPool, maxPoolGradient, poolCost), {"s", "ss"})),
      withBatch(entry("max_pool2d_grad", "max pool backward", kMaxGrad, inferMaxPoolGrad, nullptr, inputCost), {"ss", "s"}),
      withBatch(entry("avg_pool2d", "average pool", kAverage, inferAvgPool, avgPoolGradient, poolCost), {"s", "s"}),
      withBatch(entry("avg_pool2d_grad", "average pool backward", kAverageGrad, inferAvgPoolGrad, nullptr, poolGradCost), {"s", "s"}),
      withBatch(entry("global_avg_pool", "global average pool", "", inferGlobalAvgPool, globalAvgPoolGradient, inputCost), {"s", "s"}),
      withBatch(entry("global_avg_pool_grad", "global average pool backward", "input_shape", inferGlobalAvgPoolGrad, nullptr, elementwiseCost<1>),
                {"s", "s"}),
      entry("adaptive_avg_pool2d", "adaptive average pool", "output_size", inferAdaptiveAvgPool, adaptiveAvgPoolGradient, inputCost),
      entry("adaptive_avg_pool2d_grad", "adaptive average pool backward", kSizeGrad, inferAdaptivePoolGrad, nullptr, elementwiseCost<1>),
      withIndices(withBatch(
          entry("adaptive_max_pool2d", "adaptive max pool", "output_size", inferAdaptiveMaxPool, adaptiveMaxPoolGradient, inputCost), {"s", "ss"})),
      withBatch(entry("adaptive_max_pool2d_grad", "adaptive max pool backward", kSizeGrad, inferAdaptivePoolGrad, nullptr, inputCost), {"ss", "s"}),
  };
  return ops;
}

}  // namespace stepscope
