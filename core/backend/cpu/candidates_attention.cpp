// Scaled dot-product attention with causal and key masks: our own kernels, which never hold more scores than a block of queries has.
#include <cmath>

#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/kernels/attention.h"

namespace stepscope::cpu {

namespace {

kernels::AttentionShape shapeOf(const KernelRequest& r) {
  kernels::AttentionShape s;
  s.packed = !r.has(1);
  const Shape& q = r.inputShape(0);
  s.batch = q[0];
  s.queries = q[1];
  s.keys = s.packed ? q[1] : r.inputShape(1)[1];
  s.heads = r.node.attrs.integer("heads");
  s.headSize = (s.packed ? q[2] / 3 : q[2]) / s.heads;
  s.causal = r.node.attrs.flag("causal");
  const double scale = r.node.attrs.real("scale", 0.0);
  s.scale = static_cast<float>(scale == 0 ? 1.0 / std::sqrt(static_cast<double>(s.headSize)) : scale);
  s.p = r.node.attrs.real("p", 0.0);
  if (s.p > 0) s.opId = static_cast<std::uint32_t>(r.node.attrs.integer("op_id"));
  return s;
}

kernels::AttentionOperands operandsOf(const Buffers& b) {
  return {b.in(0), b.in(1), b.in(2), b.in<std::uint8_t>(3), b.in<std::int64_t>(4)};
}

std::optional<Candidate> makeAttention(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const kernels::AttentionShape shape = shapeOf(r);
  candidate->workspaceBytes = kernels::attentionWorkspaceBytes(shape, r.threads);
  candidate->bind = [shape, threads = r.threads](const Buffers& b) -> Launch {
    return [=] { kernels::attention(shape, operandsOf(b), b.out(0), b.out(1), b.workspace, threads); };
  };
  return candidate;
}

std::optional<Candidate> makeAttentionGrad(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const kernels::AttentionShape shape = shapeOf(r);
  candidate->workspaceBytes = kernels::attentionGradWorkspaceBytes(shape, r.threads);
  candidate->bind = [shape, threads = r.threads](const Buffers& b) -> Launch {
    return [=] {
      kernels::attentionGrad(shape, operandsOf(b), b.in(5), b.in(6), b.in(7), b.out(0), b.out(1), b.out(2), b.workspace, threads);
    };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> attentionKernels() {
  static const OpKernels kernels[] = {
      {"attention", {{"own", makeAttention}}},
      {"attention_grad", {{"own", makeAttentionGrad}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
