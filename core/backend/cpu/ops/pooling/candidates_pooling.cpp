// Kernels of pooling and resizing: our own, in the preferred layout of their images.
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/pooling/pooling.h"
#include "core/backend/cpu/ops/pooling/resample.h"

namespace stepscope::cpu {

namespace {

struct PoolNode {
  Physical x, y;
  kernels::Pooling pooling;
};

PoolNode parsePool(const KernelRequest& r, const Shape& x, const Shape& y) {
  PoolNode p{preferred(x, DType::F32, r.images), preferred(y, DType::F32, r.images), {}};
  const auto& kernel = r.node.attrs.integers("kernel");
  const auto& stride = r.node.attrs.integers("stride");
  const auto& padding = r.node.attrs.integers("padding");
  p.pooling = {imageLayout(x, p.x.layout), kernel[0], kernel[1], stride[0], stride[1], padding[0], padding[1]};
  if (r.node.attrs.has("dilation")) {
    p.pooling.dilationH = r.node.attrs.integers("dilation")[0];
    p.pooling.dilationW = r.node.attrs.integers("dilation")[1];
  }
  p.pooling.ceilMode = r.node.attrs.flag("ceil_mode");
  return p;
}

bool windowFits(const kernels::Pooling& p) {
  return p.kernelH * p.kernelW <= 255;
}

std::optional<Candidate> makeMaxPool(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const PoolNode p = parsePool(r, r.inputShape(0), r.outputShape(0));
  if (!windowFits(p.pooling)) return std::nullopt;
  return runs(ownCandidate({p.x}, {p.y, bytesOnly(elements(p.y))}), [pooling = p.pooling, threads = r.threads](const Buffers& b) {
    kernels::maxPool(pooling, b.in(0), b.out(0), b.out<std::uint8_t>(1), threads);
  });
}

std::optional<Candidate> makeMaxPoolGrad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const PoolNode p = parsePool(r, r.outputShape(0), r.inputShape(0));
  if (!windowFits(p.pooling)) return std::nullopt;
  return runs(ownCandidate({p.y, bytesOnly(elements(p.y))}, {p.x}), [pooling = p.pooling, threads = r.threads](const Buffers& b) {
    kernels::maxPoolGrad(pooling, b.in(0), b.in<std::uint8_t>(1), b.out(0), threads);
  });
}

std::optional<Candidate> makeAvgPool(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const PoolNode p = parsePool(r, r.inputShape(0), r.outputShape(0));
  return runs(ownCandidate({p.x}, {p.y}), [pooling = p.pooling, count = r.node.attrs.flag("count_include_pad"),
                                           threads = r.threads](const Buffers& b) { kernels::avgPool(pooling, count, b.in(0), b.out(0), threads); });
}

std::optional<Candidate> makeAvgPoolGrad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const PoolNode p = parsePool(r, r.outputShape(0), r.inputShape(0));
  return runs(ownCandidate({p.y}, {p.x}), [pooling = p.pooling, count = r.node.attrs.flag("count_include_pad"), threads = r.threads](
                                              const Buffers& b) { kernels::avgPoolGrad(pooling, count, b.in(0), b.out(0), threads); });
}

// The result keeps the channel block of the image, with its padding lanes.
std::optional<Candidate> makeGlobalAvgPool(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const Physical x = r.preferredInput(0);
  return runs(ownCandidate({x}, {r.preferredOutput(0)}), [layout = channelBlocks(r.inputShape(0), x.layout), threads = r.threads](const Buffers& b) {
    kernels::globalAvgPool(layout, b.in(0), b.out(0), threads);
  });
}

std::optional<Candidate> makeGlobalAvgPoolGrad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const Physical dx = r.preferredOutput(0);
  return runs(ownCandidate({r.preferredInput(0)}, {dx}), [layout = channelBlocks(r.outputShape(0), dx.layout), threads = r.threads](
                                                             const Buffers& b) { kernels::globalAvgPoolGrad(layout, b.in(0), b.out(0), threads); });
}

// The outputs are the maxima and their indices, four bytes each, in the same layout.
std::optional<Candidate> makeAdaptiveMaxPool(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const Physical x = r.preferredInput(0), y = r.preferredOutput(0);
  return runs(ownCandidate({x}, {y, bytesOnly(y.bytes)}),
              [layout = imageLayout(r.inputShape(0), x.layout), y = r.outputShape(0), threads = r.threads](const Buffers& b) {
                kernels::adaptiveMaxPool(layout, y[2], y[3], b.in(0), b.out(0), b.out<std::int32_t>(1), threads);
              });
}

std::optional<Candidate> makeAdaptiveMaxPoolGrad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const Physical dx = r.preferredOutput(0), dy = r.preferredInput(0);
  return runs(ownCandidate({dy, bytesOnly(dy.bytes)}, {dx}),
              [layout = imageLayout(r.outputShape(0), dx.layout), y = r.inputShape(0), threads = r.threads](const Buffers& b) {
                kernels::adaptiveMaxPoolGrad(layout, y[2], y[3], b.in(0), b.in<std::int32_t>(1), b.out(0), threads);
              });
}

}  // namespace

// Resampling of images: nearest and bilinear resizing, adaptive average pooling. Their gradients use the transposed weights.
namespace {

using kernels::ResampleAxis;

struct Axes {
  ResampleAxis rows, columns;
};

std::optional<Candidate> resampleCandidate(const KernelRequest& r, const Axes& axes) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  // Input and output have the same number of channels, and so the same preferred layout.
  const Physical x = r.preferredInput(0);
  return runs(ownCandidate({x}, {r.preferredOutput(0)}),
              [layout = imageLayout(r.inputShape(0), x.layout), axes, threads = r.threads](const Buffers& b) {
                kernels::resample(layout, axes.rows, axes.columns, b.in(0), b.out(0), threads);
              });
}

std::optional<Candidate> makeResize(const KernelRequest& r) {
  const bool grad = r.node.op->id == OpId::ResizeGrad;
  const Shape &x = grad ? r.outputShape(0) : r.inputShape(0), &y = grad ? r.inputShape(0) : r.outputShape(0);
  const auto axis = [&](std::size_t d) {
    const bool nearest = r.node.attrs.text("mode") == "nearest";
    const ResampleAxis forward = nearest ? kernels::nearestAxis(x[d], y[d]) : kernels::linearAxis(x[d], y[d], r.node.attrs.flag("align_corners"));
    return grad ? transposed(forward) : forward;
  };
  return resampleCandidate(r, {axis(2), axis(3)});
}

std::optional<Candidate> makeAdaptiveAvgPool(const KernelRequest& r) {
  const bool grad = r.node.op->id == OpId::AdaptiveAvgPool2dGrad;
  const Shape &x = grad ? r.outputShape(0) : r.inputShape(0), &y = grad ? r.inputShape(0) : r.outputShape(0);
  const auto axis = [&](std::size_t d) {
    const ResampleAxis forward = kernels::adaptiveMeanAxis(x[d], y[d]);
    return grad ? transposed(forward) : forward;
  };
  return resampleCandidate(r, {axis(2), axis(3)});
}

}  // namespace

std::span<const OpKernels> poolingKernels() {
  static const OpKernels kernels[] = {{"max_pool2d", {{"own", makeMaxPool}}},
                                      {"max_pool2d_grad", {{"own", makeMaxPoolGrad}}},
                                      {"avg_pool2d", {{"own", makeAvgPool}}},
                                      {"avg_pool2d_grad", {{"own", makeAvgPoolGrad}}},
                                      {"global_avg_pool", {{"own", makeGlobalAvgPool}}},
                                      {"global_avg_pool_grad", {{"own", makeGlobalAvgPoolGrad}}},
                                      {"adaptive_max_pool2d", {{"own", makeAdaptiveMaxPool}}},
                                      {"adaptive_max_pool2d_grad", {{"own", makeAdaptiveMaxPoolGrad}}},
                                      {"resize", {{"own", makeResize}}},
                                      {"resize_grad", {{"own", makeResize}}},
                                      {"adaptive_avg_pool2d", {{"own", makeAdaptiveAvgPool}}},
                                      {"adaptive_avg_pool2d_grad", {{"own", makeAdaptiveAvgPool}}}};
  return kernels;
}

}  // namespace stepscope::cpu
