// Attention with bf16 operands and bf16 matrix products (attention.h is in f32). Scores and sums are f32; probabilities and the gradients of scores
// are rounded to bf16 before they are multiplied.
#pragma once

#include "core/backend/cpu/ops/attention/attention.h"

namespace stepscope::kernels {

// Operands as in AttentionOperands.
struct AttentionBf16Operands {
  const std::uint16_t *q = nullptr, *k = nullptr, *v = nullptr;
  const std::uint8_t* keyMask = nullptr;
};

// Whether there is no dropout, the head size is a multiple of 16, and multipliesBf16Pairs() (bf16_pairs.h) is true.
bool attentionBf16Supports(const AttentionShape& shape);

std::int64_t attentionBf16WorkspaceBytes(const AttentionShape& shape, int threads);
void attentionBf16(const AttentionShape& shape, const AttentionBf16Operands& x, std::uint16_t* y, float* logSum, void* workspace, int threads);

std::int64_t attentionGradBf16WorkspaceBytes(const AttentionShape& shape, int threads);
void attentionGradBf16(const AttentionShape& shape, const AttentionBf16Operands& x, const std::uint16_t* y, const float* logSum,
                       const std::uint16_t* dy, std::uint16_t* dq, std::uint16_t* dk, std::uint16_t* dv, void* workspace, int threads);

}  // namespace stepscope::kernels
