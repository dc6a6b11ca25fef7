// Pooling: our own kernels, in the preferred layout of their images.
#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/ops/pooling/pooling.h"

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
  Candidate candidate = ownCandidate({}, {});
  candidate.inputs = {p.x};
  candidate.outputs = {p.y, bytesOnly(elements(p.y))};
  candidate.bind = [pooling = p.pooling, threads = r.threads](const Buffers& b) -> Launch {
    return [=] { kernels::maxPool(pooling, b.in(0), b.out(0), b.out<std::uint8_t>(1), threads); };
  };
  return candidate;
}

std::optional<Candidate> makeMaxPoolGrad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const PoolNode p = parsePool(r, r.outputShape(0), r.inputShape(0));
  if (!windowFits(p.pooling)) return std::nullopt;
  Candidate candidate = ownCandidate({}, {});
  candidate.inputs = {p.y, bytesOnly(elements(p.y))};
  candidate.outputs = {p.x};
  candidate.bind = [pooling = p.pooling, threads = r.threads](const Buffers& b) -> Launch {
    return [=] { kernels::maxPoolGrad(pooling, b.in(0), b.in<std::uint8_t>(1), b.out(0), threads); };
  };
  return candidate;
}

std::optional<Candidate> makeAvgPool(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const bool grad = r.node.op->name == "avg_pool2d_grad";
  const PoolNode p = grad ? parsePool(r, r.outputShape(0), r.inputShape(0)) : parsePool(r, r.inputShape(0), r.outputShape(0));
  Candidate candidate = ownCandidate({}, {});
  candidate.inputs = {grad ? p.y : p.x};
  candidate.outputs = {grad ? p.x : p.y};
  candidate.bind = [grad, pooling = p.pooling, count = r.node.attrs.flag("count_include_pad"),
                    threads = r.threads](const Buffers& b) -> Launch {
    if (grad) return [=] { kernels::avgPoolGrad(pooling, count, b.in(0), b.out(0), threads); };
    return [=] { kernels::avgPool(pooling, count, b.in(0), b.out(0), threads); };
  };
  return candidate;
}

// The pooled tensor keeps the block of its image, padding lanes included.
std::optional<Candidate> makeGlobalAvgPool(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const bool grad = r.node.op->name == "global_avg_pool_grad";
  const Shape &x = grad ? r.outputShape(0) : r.inputShape(0), &y = grad ? r.inputShape(0) : r.outputShape(0);
  const Physical large = preferred(x, DType::F32, r.images), small = preferred(y, DType::F32, r.images);
  Candidate candidate = ownCandidate({}, {});
  candidate.inputs = {grad ? small : large};
  candidate.outputs = {grad ? large : small};
  candidate.bind = [grad, layout = channelBlocks(x, large.layout), threads = r.threads](const Buffers& b) -> Launch {
    if (grad) return [=] { kernels::globalAvgPoolGrad(layout, b.in(0), b.out(0), threads); };
    return [=] { kernels::globalAvgPool(layout, b.in(0), b.out(0), threads); };
  };
  return candidate;
}

std::optional<Candidate> makeAdaptiveMaxPool(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const bool grad = r.node.op->name == "adaptive_max_pool2d_grad";
  const Shape &x = grad ? r.outputShape(0) : r.inputShape(0), &y = grad ? r.inputShape(0) : r.outputShape(0);
  const Physical large = preferred(x, DType::F32, r.images), small = preferred(y, DType::F32, r.images);
  const Physical indices = bytesOnly(small.bytes);  // four bytes each, as the maxima lie
  Candidate candidate = ownCandidate({}, {});
  candidate.inputs = grad ? std::vector<Physical>{small, indices} : std::vector<Physical>{large};
  candidate.outputs = grad ? std::vector<Physical>{large} : std::vector<Physical>{small, indices};
  candidate.bind = [grad, layout = imageLayout(x, large.layout), h = y[2], w = y[3], threads = r.threads](const Buffers& b) -> Launch {
    if (grad) return [=] { kernels::adaptiveMaxPoolGrad(layout, h, w, b.in(0), b.in<std::int32_t>(1), b.out(0), threads); };
    return [=] { kernels::adaptiveMaxPool(layout, h, w, b.in(0), b.out(0), b.out<std::int32_t>(1), threads); };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> poolingKernels() {
  static const OpKernels kernels[] = {
      {"max_pool2d", {{"own", makeMaxPool}}},
      {"max_pool2d_grad", {{"own", makeMaxPoolGrad}}},
      {"avg_pool2d", {{"own", makeAvgPool}}},
      {"avg_pool2d_grad", {{"own", makeAvgPool}}},
      {"global_avg_pool", {{"own", makeGlobalAvgPool}}},
      {"global_avg_pool_grad", {{"own", makeGlobalAvgPool}}},
      {"adaptive_max_pool2d", {{"own", makeAdaptiveMaxPool}}},
      {"adaptive_max_pool2d_grad", {{"own", makeAdaptiveMaxPool}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
