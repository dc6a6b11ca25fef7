// Gradients of linear layers from bf16 operands, with the instruction that multiplies pairs of bf16; sums in f32. Throws Error (Internal) without
// AVX512_BF16 (requireBf16Pairs() in bf16_pairs.h).
#pragma once

#include <cstdint>

namespace stepscope::kernels {

// The gradients of a linear layer's weights and bias, f32: dw (O, K) = dy (rows, O)^T x (rows, K), and db (O), the sums of dy over its rows, which
// are packed anyway. `db` may be null. O and K are multiples of 16. The order of a sum depends only on the shape, not on the threads.
std::int64_t linearGradWeightBf16WorkspaceBytes(std::int64_t rows, std::int64_t k, std::int64_t o, int threads);
void linearGradWeightBf16(std::int64_t rows, std::int64_t k, std::int64_t o, const std::uint16_t* x, const std::uint16_t* dy, float* dw, float* db,
                          void* workspace, int threads);

}  // namespace stepscope::kernels
