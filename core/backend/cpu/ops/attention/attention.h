// Scaled dot-product attention, f32, in blocks of queries: the scores of a block exist only in a workspace of the thread (like FlashAttention, Dao et
// al. 2022, but with whole rows of scores, so that no running maximum is needed).
#pragma once

#include <cstdint>

namespace stepscope::kernels {

struct AttentionShape {
  std::int64_t batch = 0, queries = 0, keys = 0, heads = 0, headSize = 0;
  bool packed = false;  // q is (batch, positions, 3 * width): query, key and value side by side
  bool causal = false;  // query i sees keys j <= i
  float scale = 1;
  double p = 0;  // dropout of probabilities: element (b, h, i, j), row-major, with the random draws of the op dropout
  std::uint32_t opId = 0;

  std::int64_t width() const { return heads * headSize; }
};

// q (batch, queries, width), k and v (batch, keys, width), or packed in q. keyMask (batch, keys) or null: a key with 0 is masked.
struct AttentionOperands {
  const float *q = nullptr, *k = nullptr, *v = nullptr;
  const std::uint8_t* keyMask = nullptr;
  const std::int64_t* seed = nullptr;  // read only with p > 0
};

std::int64_t attentionWorkspaceBytes(const AttentionShape& shape, int threads);
// y (batch, queries, width); logSum (batch, heads, queries): log of the sum of exp(scale * q k). A query that sees no key gives zeros and
// -infinity.
void attention(const AttentionShape& shape, const AttentionOperands& x, float* y, float* logSum, void* workspace, int threads);

std::int64_t attentionGradWorkspaceBytes(const AttentionShape& shape, int threads);
// dq, dk, dv as q, k, v; packed all in dq.
void attentionGrad(const AttentionShape& shape, const AttentionOperands& x, const float* y, const float* logSum, const float* dy, float* dq,
                   float* dk, float* dv, void* workspace, int threads);

}  // namespace stepscope::kernels
