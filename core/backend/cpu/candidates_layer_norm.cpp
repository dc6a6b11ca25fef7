// Layer norm and RMS norm over the last dimensions: our own kernels on plain rows.
#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/kernels/layer_norm.h"

namespace stepscope::cpu {

namespace {

struct Rows {
  std::int64_t count, width;
};

Rows rowsOf(const KernelRequest& r) {
  const Shape& shape = r.inputShape(0);
  std::int64_t width = 1;
  for (std::int64_t d = 0; d < r.node.attrs.integer("dims"); ++d) width *= shape[shape.size() - 1 - static_cast<std::size_t>(d)];
  return {numel(shape) / width, width};
}

std::optional<Candidate> makeNorm(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const bool centered = r.node.op->name == "layer_norm";
  candidate->bind = [rows = rowsOf(r), eps = r.node.attrs.real("eps"), centered, threads = r.threads](const Buffers& b) -> Launch {
    return [=] {
      kernels::rowNorm(b.in(0), b.in(1), centered ? b.in(2) : nullptr, rows.count, rows.width, eps, b.out(0), centered ? b.out(1) : nullptr,
                       b.out(centered ? 2 : 1), threads);
    };
  };
  return candidate;
}

std::optional<Candidate> makeNormGrad(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const bool centered = r.node.op->name == "layer_norm_grad", gamma = r.has(2), beta = r.node.attrs.flag("bias");
  const Rows rows = rowsOf(r);
  candidate->workspaceBytes = kernels::rowNormGradWorkspaceBytes(rows.width, r.threads);
  candidate->bind = [=, threads = r.threads](const Buffers& b) -> Launch {
    return [=] {
      kernels::rowNormGrad(b.in(0), b.in(1), b.in(2), centered ? b.in(3) : nullptr, b.in(centered ? 4 : 3), rows.count, rows.width,
                           b.out(0), gamma ? b.out(1) : nullptr, beta ? b.out(gamma ? 2 : 1) : nullptr, b.workspace, threads);
    };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> layerNormKernels() {
  static const OpKernels kernels[] = {
      {"layer_norm", {{"own", makeNorm}}},
      {"layer_norm_grad", {{"own", makeNormGrad}}},
      {"rms_norm", {{"own", makeNorm}}},
      {"rms_norm_grad", {{"own", makeNormGrad}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
