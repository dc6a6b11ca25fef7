// Resampling of images: nearest and bilinear resizing, adaptive average pooling. Their gradients are the same with the weights transposed.
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/pooling/resample.h"

namespace stepscope::cpu {

namespace {

using kernels::ResampleAxis;

struct Axes {
  ResampleAxis rows, columns;
};

std::optional<Candidate> resampleCandidate(const KernelRequest& r, const Axes& axes) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  // Input and output have the same channels, hence the same preferred layout.
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

std::span<const OpKernels> resizeKernels() {
  static const OpKernels kernels[] = {
      {"resize", {{"own", makeResize}}},
      {"resize_grad", {{"own", makeResize}}},
      {"adaptive_avg_pool2d", {{"own", makeAdaptiveAvgPool}}},
      {"adaptive_avg_pool2d_grad", {{"own", makeAdaptiveAvgPool}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
