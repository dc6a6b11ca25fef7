// Batch norm, pooling and the padded shortcut: our own kernels, in the preferred layout of their images.
#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/ops/elementwise/activation_function.h"
#include "core/backend/cpu/ops/normalization/batch_norm.h"
#include "core/backend/cpu/ops/pooling/pooling.h"
#include "core/backend/cpu/ops/structure/relayout.h"

namespace stepscope::cpu {

namespace {

bool isF32(const KernelRequest& r, std::size_t input) {
  return r.input(input).dtype == DType::F32;
}

// How the node's images are stored, where batch norm reads and writes that: all in one type, and everything else f32. Images are what has
// the shape of input 0.
std::optional<kernels::Storage> storageOf(const KernelRequest& r) {
  const DType type = r.input(0).dtype;
  if (type != DType::F32 && type != DType::BF16) return std::nullopt;
  const auto fits = [&](const Value& value) {
    return value.dtype == DType::U8 || value.dtype == (value.shape == r.inputShape(0) ? type : DType::F32);
  };
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && !fits(r.input(i))) return std::nullopt;
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i)
    if (!fits(r.output(i))) return std::nullopt;
  return type == DType::F32 ? kernels::Storage::F32 : kernels::Storage::BF16;
}

Candidate own() {
  Candidate candidate;
  candidate.name = "own";
  candidate.library = "stepscope";
  return candidate;
}

// ---- Batch norm

// The activation that the node applies behind the norm (fused_ops.h).
std::optional<kernels::UnaryFunction> activationOf(const Node& node) {
  if (!node.attrs.has("activation")) return std::nullopt;
  return normActivationOf(node.attrs.text("activation"), node.attrs);
}

std::optional<Candidate> makeBatchNorm(const KernelRequest& r) {
  const auto storage = storageOf(r);
  if (!storage) return std::nullopt;
  const Shape& shape = r.inputShape(0);
  const Physical x = r.preferredInput(0), channel = plain({shape[1]}, DType::F32);
  const kernels::ChannelBlocks layout = channelBlocks(shape, x.layout);
  const bool relu = r.node.attrs.flag("relu");
  Candidate candidate = own();
  candidate.inputs = {x, channel, channel, channel, channel};
  if (r.node.inputs.size() > 5) candidate.inputs.push_back(r.has(5) ? x : Physical{});
  candidate.outputs = {x, channel, channel};
  const auto activation = activationOf(r.node);
  if (!activation) candidate.outputs.push_back(bytesOnly(relu ? kernels::batchNormMaskBytes(layout) : 0));
  candidate.workspaceBytes = kernels::batchNormWorkspaceBytes(layout, r.threads);
  const double eps = r.node.attrs.real("eps"), momentum = r.node.attrs.real("momentum");
  candidate.bind = [layout, storage = *storage, relu, eps, momentum, activation, threads = r.threads](const Buffers& b) -> Launch {
    const kernels::BatchNormTraining tensors{.x = b.in(0),
                                             .residual = b.in(5),
                                             .gamma = b.in(1),
                                             .beta = b.in(2),
                                             .runningMean = b.in(3),
                                             .runningVar = b.in(4),
                                             .y = b.out(0),
                                             .savedMean = b.out(1),
                                             .savedVar = b.out(2),
                                             .mask = relu ? b.out<std::uint8_t>(3) : nullptr,
                                             .eps = eps,
                                             .momentum = momentum,
                                             .relu = relu,
                                             .storage = storage,
                                             .activation = activation};
    return [=, workspace = b.workspace] { kernels::batchNormTraining(layout, tensors, workspace, threads); };
  };
  return candidate;
}

std::optional<Candidate> makeBatchNormInference(const KernelRequest& r) {
  const auto storage = storageOf(r);
  if (!storage) return std::nullopt;
  const Shape& shape = r.inputShape(0);
  const Physical x = r.preferredInput(0), channel = plain({shape[1]}, DType::F32);
  const kernels::ChannelBlocks layout = channelBlocks(shape, x.layout);
  Candidate candidate = own();
  candidate.inputs = {x, channel, channel, channel, channel};
  if (r.node.inputs.size() > 5) candidate.inputs.push_back(r.has(5) ? x : Physical{});
  candidate.outputs = {x};
  candidate.workspaceBytes = kernels::batchNormWorkspaceBytes(layout, r.threads);
  const double eps = r.node.attrs.real("eps");
  candidate.bind = [layout, storage = *storage, relu = r.node.attrs.flag("relu"), eps, activation = activationOf(r.node),
                    threads = r.threads](const Buffers& b) -> Launch {
    const kernels::BatchNormInference tensors{.x = b.in(0),
                                              .residual = b.in(5),
                                              .gamma = b.in(1),
                                              .beta = b.in(2),
                                              .runningMean = b.in(3),
                                              .runningVar = b.in(4),
                                              .y = b.out(0),
                                              .eps = eps,
                                              .relu = relu,
                                              .storage = storage,
                                              .activation = activation};
    return [=, workspace = b.workspace] { kernels::batchNormInference(layout, tensors, workspace, threads); };
  };
  return candidate;
}

std::optional<Candidate> makeBatchNormGrad(const KernelRequest& r) {
  const auto storage = storageOf(r);
  if (!storage) return std::nullopt;
  const Shape& shape = r.inputShape(0);
  const Physical x = r.preferredInput(0), channel = plain({shape[1]}, DType::F32);
  const kernels::ChannelBlocks layout = channelBlocks(shape, x.layout);
  const bool relu = r.node.attrs.flag("relu"), residual = r.node.attrs.flag("residual");
  Candidate candidate = own();
  candidate.inputs = {x, x, channel, channel, channel, channel};
  if (r.node.inputs.size() > 6) candidate.inputs.push_back(bytesOnly(relu ? kernels::batchNormMaskBytes(layout) : 0));
  if (r.node.inputs.size() > 7) candidate.inputs.push_back(r.has(7) ? x : Physical{});
  if (r.node.inputs.size() > 8) candidate.inputs.push_back(x);
  candidate.unread = {7};  // the mask says it in a bit, so that the output need not live until here
  candidate.outputs = {x, channel, channel};
  if (residual) candidate.outputs.push_back(x);
  candidate.workspaceBytes = kernels::batchNormWorkspaceBytes(layout, r.threads);
  const double eps = r.node.attrs.real("eps");
  candidate.bind = [layout, storage = *storage, relu, residual, eps, activation = activationOf(r.node),
                    threads = r.threads](const Buffers& b) -> Launch {
    const kernels::BatchNormGrad tensors{.x = b.in(0),
                                         .dy = b.in(1),
                                         .gamma = b.in(2),
                                         .savedMean = b.in(4),
                                         .savedVar = b.in(5),
                                         .mask = relu ? b.in<std::uint8_t>(6) : nullptr,
                                         .dx = b.out(0),
                                         .dgamma = b.out(1),
                                         .dbeta = b.out(2),
                                         .dresidual = residual ? b.out(3) : nullptr,
                                         .eps = eps,
                                         .relu = relu,
                                         .storage = storage,
                                         .activation = activation,
                                         .beta = b.in(3),
                                         .dyOther = b.in(8)};
    return [=, workspace = b.workspace] { kernels::batchNormGrad(layout, tensors, workspace, threads); };
  };
  return candidate;
}

// ---- Pooling

struct PoolNode {
  Physical x, y;
  kernels::Pooling pooling;
};

PoolNode parsePool(const KernelRequest& r, const Shape& x, const Shape& y) {
  PoolNode p{preferred(x, DType::F32, r.block), preferred(y, DType::F32, r.block), {}};
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
  if (!isF32(r, 0)) return std::nullopt;
  const PoolNode p = parsePool(r, r.inputShape(0), r.outputShape(0));
  if (!windowFits(p.pooling)) return std::nullopt;
  Candidate candidate = own();
  candidate.inputs = {p.x};
  candidate.outputs = {p.y, bytesOnly(elements(p.y))};
  candidate.bind = [pooling = p.pooling, threads = r.threads](const Buffers& b) -> Launch {
    return [=] { kernels::maxPool(pooling, b.in(0), b.out(0), b.out<std::uint8_t>(1), threads); };
  };
  return candidate;
}

std::optional<Candidate> makeMaxPoolGrad(const KernelRequest& r) {
  if (!isF32(r, 0)) return std::nullopt;
  const PoolNode p = parsePool(r, r.outputShape(0), r.inputShape(0));
  if (!windowFits(p.pooling)) return std::nullopt;
  Candidate candidate = own();
  candidate.inputs = {p.y, bytesOnly(elements(p.y))};
  candidate.outputs = {p.x};
  candidate.bind = [pooling = p.pooling, threads = r.threads](const Buffers& b) -> Launch {
    return [=] { kernels::maxPoolGrad(pooling, b.in(0), b.in<std::uint8_t>(1), b.out(0), threads); };
  };
  return candidate;
}

std::optional<Candidate> makeAvgPool(const KernelRequest& r) {
  if (!isF32(r, 0)) return std::nullopt;
  const bool grad = r.node.op->name == "avg_pool2d_grad";
  const PoolNode p = grad ? parsePool(r, r.outputShape(0), r.inputShape(0)) : parsePool(r, r.inputShape(0), r.outputShape(0));
  Candidate candidate = own();
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
  if (!isF32(r, 0)) return std::nullopt;
  const bool grad = r.node.op->name == "global_avg_pool_grad";
  const Shape &x = grad ? r.outputShape(0) : r.inputShape(0), &y = grad ? r.inputShape(0) : r.outputShape(0);
  const Physical large = preferred(x, DType::F32, r.block), small = preferred(y, DType::F32, r.block);
  Candidate candidate = own();
  candidate.inputs = {grad ? small : large};
  candidate.outputs = {grad ? large : small};
  candidate.bind = [grad, layout = channelBlocks(x, large.layout), threads = r.threads](const Buffers& b) -> Launch {
    if (grad) return [=] { kernels::globalAvgPoolGrad(layout, b.in(0), b.out(0), threads); };
    return [=] { kernels::globalAvgPool(layout, b.in(0), b.out(0), threads); };
  };
  return candidate;
}

std::optional<Candidate> makeAdaptiveMaxPool(const KernelRequest& r) {
  if (!isF32(r, 0)) return std::nullopt;
  const bool grad = r.node.op->name == "adaptive_max_pool2d_grad";
  const Shape &x = grad ? r.outputShape(0) : r.inputShape(0), &y = grad ? r.inputShape(0) : r.outputShape(0);
  const Physical large = preferred(x, DType::F32, r.block), small = preferred(y, DType::F32, r.block);
  const Physical indices = bytesOnly(small.bytes);  // four bytes each, as the maxima lie
  Candidate candidate = own();
  candidate.inputs = grad ? std::vector<Physical>{small, indices} : std::vector<Physical>{large};
  candidate.outputs = grad ? std::vector<Physical>{large} : std::vector<Physical>{small, indices};
  candidate.bind = [grad, layout = imageLayout(x, large.layout), h = y[2], w = y[3], threads = r.threads](const Buffers& b) -> Launch {
    if (grad) return [=] { kernels::adaptiveMaxPoolGrad(layout, h, w, b.in(0), b.in<std::int32_t>(1), b.out(0), threads); };
    return [=] { kernels::adaptiveMaxPool(layout, h, w, b.in(0), b.out(0), b.out<std::int32_t>(1), threads); };
  };
  return candidate;
}

// ---- Padded shortcut of CIFAR residual networks

std::optional<Candidate> makeShortcutPad(const KernelRequest& r) {
  if (!isF32(r, 0)) return std::nullopt;
  const bool grad = r.node.op->name == "shortcut_pad_grad";
  const Shape &x = grad ? r.outputShape(0) : r.inputShape(0), &y = grad ? r.inputShape(0) : r.outputShape(0);
  const auto& stride = r.node.attrs.integers("stride");
  if (stride[0] != stride[1]) return std::nullopt;
  // Both in one layout: that of the output, or plain where the two prefer different ones.
  Layout layout = preferred(y, DType::F32, r.block).layout;
  if (preferred(x, DType::F32, r.block).layout != layout) layout = Layout::Plain;
  const Physical small = image(y, layout), large = image(x, layout);
  const kernels::ShortcutPad shortcut{imageLayout(x, layout), stride[0], r.node.attrs.integer("pad_before"),
                                      r.node.attrs.integer("pad_after"), blockOf(layout, y[1])};
  Candidate candidate = own();
  candidate.inputs = {grad ? small : large};
  candidate.outputs = {grad ? large : small};
  candidate.bind = [grad, shortcut, threads = r.threads](const Buffers& b) -> Launch {
    if (grad) return [=] { kernels::shortcutPadGrad(shortcut, b.in(0), b.out(0), threads); };
    return [=] { kernels::shortcutPad(shortcut, b.in(0), b.out(0), threads); };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> imageKernels() {
  static const OpKernels kernels[] = {
      {"batch_norm", {{"own", makeBatchNorm}}},
      {"batch_norm_inference", {{"own", makeBatchNormInference}}},
      {"batch_norm_grad", {{"own", makeBatchNormGrad}}},
      {"batch_norm_grad_add", {{"own", makeBatchNormGrad}}},
      {"batch_norm_activation", {{"own", makeBatchNorm}}},
      {"batch_norm_inference_activation", {{"own", makeBatchNormInference}}},
      {"batch_norm_activation_grad", {{"own", makeBatchNormGrad}}},
      {"max_pool2d", {{"own", makeMaxPool}}},
      {"max_pool2d_grad", {{"own", makeMaxPoolGrad}}},
      {"avg_pool2d", {{"own", makeAvgPool}}},
      {"avg_pool2d_grad", {{"own", makeAvgPool}}},
      {"global_avg_pool", {{"own", makeGlobalAvgPool}}},
      {"global_avg_pool_grad", {{"own", makeGlobalAvgPool}}},
      {"adaptive_max_pool2d", {{"own", makeAdaptiveMaxPool}}},
      {"adaptive_max_pool2d_grad", {{"own", makeAdaptiveMaxPool}}},
      {"shortcut_pad", {{"own", makeShortcutPad}}},
      {"shortcut_pad_grad", {{"own", makeShortcutPad}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
