// Kernels of batch norm and of the ops fused with it: our own, in the preferred layout of their images.
#include "core/backend/cpu/ops/elementwise/layer_epilogue.h"
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/normalization/batch_norm.h"

namespace stepscope::cpu {

namespace {

// The type of the node's images, which are the operands with the shape of input 0: all must be f32 or all bf16, and everything else f32 (masks: u8).
// Otherwise nullopt.
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

// The activation that the node applies after the norm (core/graph/ops/fused.cpp).
std::optional<FormulaUse> activationOf(const Node& node) {
  if (!node.attrs.has("activation")) return std::nullopt;
  return kernels::batchNormTakes(layerActivationOf(node.attrs.text("activation"), node.attrs));
}

// What the three kernels have in common, for images of the shape of input 0.
struct Norm {
  Physical x, channel;
  kernels::ChannelBlocks layout;
  kernels::Storage storage;
  bool relu;
  double eps;
  std::optional<FormulaUse> activation;
  int threads;
};
std::optional<Norm> normOf(const KernelRequest& r) {
  const auto storage = storageOf(r);
  if (!storage) return std::nullopt;
  const Shape& shape = r.inputShape(0);
  const Physical x = r.preferredInput(0);
  return Norm{x,
              plain({shape[1]}, DType::F32),
              channelBlocks(shape, x.layout),
              *storage,
              r.node.attrs.flag("relu"),
              r.node.attrs.real("eps"),
              activationOf(r.node),
              r.threads};
}

// The candidate of a forward pass: it reads images, scale, shift and running statistics, and a residual if the node has one.
Candidate forwardCandidate(const KernelRequest& r, const Norm& n, std::vector<Physical> outputs) {
  Candidate candidate = ownCandidate({n.x, n.channel, n.channel, n.channel, n.channel}, std::move(outputs));
  if (r.node.inputs.size() > 5) candidate.inputs.push_back(r.has(5) ? n.x : Physical{});
  candidate.workspaceBytes = kernels::batchNormWorkspaceBytes(n.layout, r.threads);
  return candidate;
}

std::optional<Candidate> makeBatchNorm(const KernelRequest& r) {
  const auto norm = normOf(r);
  if (!norm) return std::nullopt;
  std::vector<Physical> outputs{norm->x, norm->channel, norm->channel};
  if (!norm->activation) outputs.push_back(bytesOnly(norm->relu ? kernels::batchNormMaskBytes(norm->layout) : 0));
  const double momentum = r.node.attrs.real("momentum");
  return runs(forwardCandidate(r, *norm, std::move(outputs)), [n = *norm, momentum](const Buffers& b) {
    const kernels::BatchNormTraining tensors{.x = b.in(0),
                                             .residual = b.in(5),
                                             .gamma = b.in(1),
                                             .beta = b.in(2),
                                             .runningMean = b.in(3),
                                             .runningVar = b.in(4),
                                             .y = b.out(0),
                                             .savedMean = b.out(1),
                                             .savedVar = b.out(2),
                                             .mask = n.relu ? b.out<std::uint8_t>(3) : nullptr,
                                             .eps = n.eps,
                                             .momentum = momentum,
                                             .relu = n.relu,
                                             .storage = n.storage,
                                             .activation = n.activation};
    kernels::batchNormTraining(n.layout, tensors, b.workspace, n.threads);
  });
}

std::optional<Candidate> makeBatchNormInference(const KernelRequest& r) {
  const auto norm = normOf(r);
  if (!norm) return std::nullopt;
  return runs(forwardCandidate(r, *norm, {norm->x}), [n = *norm](const Buffers& b) {
    const kernels::BatchNormInference tensors{.x = b.in(0),
                                              .residual = b.in(5),
                                              .gamma = b.in(1),
                                              .beta = b.in(2),
                                              .runningMean = b.in(3),
                                              .runningVar = b.in(4),
                                              .y = b.out(0),
                                              .eps = n.eps,
                                              .relu = n.relu,
                                              .storage = n.storage,
                                              .activation = n.activation};
    kernels::batchNormInference(n.layout, tensors, b.workspace, n.threads);
  });
}

std::optional<Candidate> makeBatchNormGrad(const KernelRequest& r) {
  const auto norm = normOf(r);
  if (!norm) return std::nullopt;
  const Physical &x = norm->x, &channel = norm->channel;
  const bool residual = r.node.attrs.flag("residual");
  Candidate candidate = ownCandidate({x, x, channel, channel, channel, channel}, {x, channel, channel});
  if (r.node.inputs.size() > 6) candidate.inputs.push_back(bytesOnly(norm->relu ? kernels::batchNormMaskBytes(norm->layout) : 0));
  if (r.node.inputs.size() > 7) candidate.inputs.push_back(r.has(7) ? x : Physical{});
  if (r.node.inputs.size() > 8) candidate.inputs.push_back(x);
  candidate.unread = {7};  // input 7 (y) is not read: the mask has its sign, so y can be freed earlier
  if (residual) candidate.outputs.push_back(x);
  candidate.workspaceBytes = kernels::batchNormWorkspaceBytes(norm->layout, r.threads);
  return runs(std::move(candidate), [n = *norm, residual](const Buffers& b) {
    const kernels::BatchNormGrad tensors{.x = b.in(0),
                                         .dy = b.in(1),
                                         .gamma = b.in(2),
                                         .savedMean = b.in(4),
                                         .savedVar = b.in(5),
                                         .mask = n.relu ? b.in<std::uint8_t>(6) : nullptr,
                                         .dx = b.out(0),
                                         .dgamma = b.out(1),
                                         .dbeta = b.out(2),
                                         .dresidual = residual ? b.out(3) : nullptr,
                                         .eps = n.eps,
                                         .relu = n.relu,
                                         .storage = n.storage,
                                         .activation = n.activation,
                                         .beta = b.in(3),
                                         .dyOther = b.in(8)};
    kernels::batchNormGrad(n.layout, tensors, b.workspace, n.threads);
  });
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
      {"batch_norm_activation_grad_kept", {{"own", makeBatchNormGrad}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
