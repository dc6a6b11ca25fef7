// Rows of a table, looked up by integers.
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/sequence/embedding.h"

namespace stepscope::cpu {

namespace {

std::optional<Candidate> makeEmbedding(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const std::int64_t rows = r.inputShape(0)[0], width = r.inputShape(0)[1], count = numel(r.inputShape(1));
  return runs(std::move(candidate), [=, layer = r.node.scope, threads = r.threads](const Buffers& b) {
    kernels::embedding(layer, b.in(0), rows, width, b.in<std::int32_t>(1), count, b.out(0), threads);
  });
}

std::optional<Candidate> makeEmbeddingGrad(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  if (!candidate) return candidate;
  const std::int64_t rows = r.outputShape(0)[0], width = r.outputShape(0)[1], count = numel(r.inputShape(1));
  const std::int64_t padding = r.node.attrs.integer("padding_idx");
  return runs(std::move(candidate), [=, layer = r.node.scope, threads = r.threads](const Buffers& b) {
    kernels::embeddingGrad(layer, b.in(0), b.in<std::int32_t>(1), count, rows, width, padding, b.out(0), threads);
  });
}

}  // namespace

std::span<const OpKernels> embeddingKernels() {
  static const OpKernels kernels[] = {
      {"embedding", {{"own", makeEmbedding}}},
      {"embedding_grad", {{"own", makeEmbeddingGrad}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
