// Scaled dot-product attention, f32, in blocks of queries. The scores of a block exist only in the workspace of a thread, as in FlashAttention (Dao
// et al. 2022), but with whole rows of scores, so that no running maximum is needed.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

struct AttentionShape {
  std::int64_t batch = 0, queries = 0, keys = 0, heads = 0, headSize = 0;
  bool packed = false;  // q is (batch, positions, 3 * width): query, key and value side by side
  bool causal = false;  // query i sees keys j <= i
  float scale = 1;
  double p = 0;  // dropout of the probabilities (b, h, i, j); random numbers as in the op dropout, by the row-major index
  std::uint32_t opId = 0;

  std::int64_t width() const { return heads * headSize; }
};

// `q` is (batch, queries, width), `k` and `v` are (batch, keys, width), or all are packed in `q`. `keyMask` is (batch, keys) or null; a key with 0 is
// masked.
struct AttentionOperands {
  const float *q = nullptr, *k = nullptr, *v = nullptr;
  const std::uint8_t* keyMask = nullptr;
  const std::int64_t* seed = nullptr;  // read only if p > 0
};

std::int64_t attentionWorkspaceBytes(const AttentionShape& shape, int threads);
// `y` is (batch, queries, width). `logSum` (batch, heads, queries) is the log of the sum of exp(scale * q k) over the visible keys. A query that sees
// no key gives zeros in `y` and -infinity in `logSum`.
void attention(const AttentionShape& shape, const AttentionOperands& x, float* y, float* logSum, void* workspace, int threads);

std::int64_t attentionGradWorkspaceBytes(const AttentionShape& shape, int threads);
// `dq`, `dk` and `dv` have the shapes of q, k and v; if packed, all are in `dq`.
void attentionGrad(const AttentionShape& shape, const AttentionOperands& x, const float* y, const float* logSum, const float* dy, float* dq,
                   float* dk, float* dv, void* workspace, int threads);

}  // namespace stepscope::kernels
