// Group norm and its gradient: our own kernel in the preferred layout of its image.
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/normalization/group_norm.h"

namespace stepscope::cpu {

namespace {

std::optional<Candidate> makeGroupNorm(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const Physical x = r.preferredInput(0), channel = plain({r.inputShape(0)[1]}, DType::F32), saved = plain(r.outputShape(1), DType::F32);
  const kernels::ChannelBlocks layout = channelBlocks(r.inputShape(0), x.layout);
  Candidate candidate = ownCandidate({x}, {x, saved, saved});
  for (std::size_t i = 1; i < r.node.inputs.size(); ++i) candidate.inputs.push_back(r.has(i) ? channel : Physical{});
  candidate.workspaceBytes = kernels::groupNormWorkspaceBytes(layout, r.threads);
  const double eps = r.node.attrs.real("eps");
  return runs(std::move(candidate), [layout, eps, groups = r.node.attrs.integer("groups"), threads = r.threads](const Buffers& b) {
    const kernels::GroupNormForward tensors{
        .x = b.in(0), .gamma = b.in(1), .beta = b.in(2), .y = b.out(0), .mean = b.out(1), .inverseDeviation = b.out(2)};
    kernels::groupNorm(layout, groups, eps, tensors, b.workspace, threads);
  });
}

std::optional<Candidate> makeGroupNormGrad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32 || r.input(1).dtype != DType::F32) return std::nullopt;
  const Physical x = r.preferredInput(0), channel = plain({r.inputShape(0)[1]}, DType::F32), saved = plain(r.inputShape(3), DType::F32);
  const kernels::ChannelBlocks layout = channelBlocks(r.inputShape(0), x.layout);
  const bool gamma = r.has(2), beta = r.node.attrs.flag("bias");
  Candidate candidate = ownCandidate({x, x, gamma ? channel : Physical{}, saved, saved}, {x});
  candidate.outputs.resize(r.node.outputs.size(), channel);
  candidate.workspaceBytes = kernels::groupNormWorkspaceBytes(layout, r.threads);
  return runs(std::move(candidate), [layout, gamma, beta, groups = r.node.attrs.integer("groups"), threads = r.threads](const Buffers& b) {
    const kernels::GroupNormGrad tensors{.x = b.in(0),
                                         .dy = b.in(1),
                                         .gamma = b.in(2),
                                         .mean = b.in(3),
                                         .inverseDeviation = b.in(4),
                                         .dx = b.out(0),
                                         .dgamma = gamma ? b.out(1) : nullptr,
                                         .dbeta = beta ? b.out(gamma ? 2 : 1) : nullptr};
    kernels::groupNormGrad(layout, groups, tensors, b.workspace, threads);
  });
}

}  // namespace

std::span<const OpKernels> groupNormKernels() {
  static const OpKernels kernels[] = {
      {"group_norm", {{"own", makeGroupNorm}}},
      {"group_norm_grad", {{"own", makeGroupNormGrad}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
