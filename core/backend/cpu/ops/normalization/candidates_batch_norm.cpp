// Batch norm, with what is fused to it: our own kernels, in the preferred layout of their images.
#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/ops/elementwise/activation_function.h"
#include "core/backend/cpu/ops/normalization/batch_norm.h"

namespace stepscope::cpu {

namespace {

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

// The activation that the node applies behind the norm (fused_ops.h).
std::optional<FormulaUse> activationOf(const Node& node) {
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
  Candidate candidate = ownCandidate({}, {});
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
  Candidate candidate = ownCandidate({}, {});
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
  Candidate candidate = ownCandidate({}, {});
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

}  // namespace

std::span<const OpKernels> batchNormKernels() {
  static const OpKernels kernels[] = {
      {"batch_norm", {{"own", makeBatchNorm}}},
      {"batch_norm_inference", {{"own", makeBatchNormInference}}},
      {"batch_norm_grad", {{"own", makeBatchNormGrad}}},
      {"batch_norm_grad_add", {{"own", makeBatchNormGrad}}},
      {"batch_norm_activation", {{"own", makeBatchNorm}}},
      {"batch_norm_inference_activation", {{"own", makeBatchNormInference}}},
      {"batch_norm_activation_grad", {{"own", makeBatchNormGrad}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
