// Kernels of layer norm, RMS norm and group norm: our own; the first two on row-major data, normalised over the last dimensions.
#include <algorithm>
#include <initializer_list>

#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/normalization/group_norm.h"
#include "core/backend/cpu/ops/normalization/layer_norm.h"

namespace stepscope::cpu {

namespace {

using kernels::Storage;

struct Rows {
  std::int64_t count, width;
};

Rows rowsOf(const KernelRequest& r) {
  const Shape& shape = r.inputShape(0);
  std::int64_t width = 1;
  for (std::int64_t d = 0; d < r.node.attrs.integer("dims"); ++d) width *= shape[shape.size() - 1 - static_cast<std::size_t>(d)];
  return {numel(shape) / width, width};
}

std::optional<Storage> storageOf(const Value& value) {
  if (value.dtype == DType::F32) return Storage::F32;
  if (value.dtype == DType::BF16) return Storage::BF16;
  return std::nullopt;
}

// Whether all operands except those with the given indices are f32, as weights, statistics and their gradients must be.
bool othersAreF32(const KernelRequest& r, std::initializer_list<std::size_t> inputs, std::initializer_list<std::size_t> outputs) {
  const auto named = [](std::initializer_list<std::size_t> indices, std::size_t i) {
    return std::find(indices.begin(), indices.end(), i) != indices.end();
  };
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && !named(inputs, i) && r.input(i).dtype != DType::F32) return false;
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i)
    if (!named(outputs, i) && r.output(i).dtype != DType::F32) return false;
  return true;
}

// A candidate of ours with all operands row-major.
Candidate rowsCandidate(const KernelRequest& r) {
  std::vector<Physical> inputs, outputs;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) inputs.push_back(r.has(i) ? plain(r.inputShape(i), r.input(i).dtype) : Physical{});
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) outputs.push_back(plain(r.outputShape(i), r.output(i).dtype));
  return ownCandidate(std::move(inputs), std::move(outputs));
}

std::optional<Candidate> makeNorm(const KernelRequest& r) {
  const auto x = storageOf(r.input(0)), y = storageOf(r.output(0));
  if (!x || !y || !othersAreF32(r, {0}, {0})) return std::nullopt;
  const Rows rows = rowsOf(r);
  const kernels::RowNorm norm{rows.count, rows.width, r.node.attrs.real("eps"), *x, *y};
  const bool centered = r.node.op->id == OpId::LayerNorm;
  Candidate candidate = rowsCandidate(r);
  return runs(std::move(candidate), [norm, centered, threads = r.threads](const Buffers& b) {
    kernels::rowNorm(norm, b.in(0), b.in(1), centered ? b.in(2) : nullptr, b.out(0), centered ? b.out(1) : nullptr, b.out(centered ? 2 : 1), threads);
  });
}

std::optional<Candidate> makeNormGrad(const KernelRequest& r) {
  const auto x = storageOf(r.input(0)), dy = storageOf(r.input(1)), dx = storageOf(r.output(0));
  if (!x || !dy || dx != x) return std::nullopt;
  const Rows rows = rowsOf(r);
  const kernels::RowNormGrad norm{rows.count, rows.width, *x, *dy};
  const bool centered = (r.node.op->id == OpId::LayerNormGrad || r.node.op->id == OpId::LayerNormGradAdd), gamma = r.has(2),
             beta = r.node.attrs.flag("bias");
  const std::size_t statistics = centered ? 2 : 1, added = 3 + statistics, rounded = 1 + (gamma ? 1 : 0) + (beta ? 1 : 0);
  if (!othersAreF32(r, {0, 1, added}, {0, rounded})) return std::nullopt;
  if (r.has(added) && r.input(added).dtype != r.input(0).dtype) return std::nullopt;
  if (r.node.outputs.size() > rounded && r.output(rounded).dtype != DType::BF16) return std::nullopt;
  Candidate candidate = rowsCandidate(r);
  candidate.workspaceBytes = kernels::rowNormGradWorkspaceBytes(rows.width, r.threads);
  return runs(std::move(candidate), [=, threads = r.threads](const Buffers& b) {
    const kernels::RowNormGradOutputs out{b.out(0), b.out<kernels::Bf16>(rounded), gamma ? b.out(1) : nullptr, beta ? b.out(gamma ? 2 : 1) : nullptr};
    kernels::rowNormGrad(norm, b.in(0), b.in(1), b.in(2), centered ? b.in(3) : nullptr, b.in(centered ? 4 : 3), b.in(added), out, b.workspace,
                         threads);
  });
}

}  // namespace

// Group norm and its gradient: our own kernels, in the preferred layout of the image.
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

std::span<const OpKernels> layerNormKernels() {
  static const OpKernels kernels[] = {
      {"layer_norm", {{"own", makeNorm}}},      {"layer_norm_grad", {{"own", makeNormGrad}}},     {"layer_norm_grad_add", {{"own", makeNormGrad}}},
      {"rms_norm", {{"own", makeNorm}}},        {"rms_norm_grad", {{"own", makeNormGrad}}},       {"rms_norm_grad_add", {{"own", makeNormGrad}}},
      {"group_norm", {{"own", makeGroupNorm}}}, {"group_norm_grad", {{"own", makeGroupNormGrad}}}};
  return kernels;
}

}  // namespace stepscope::cpu
