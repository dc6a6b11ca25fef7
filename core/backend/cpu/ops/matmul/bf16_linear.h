// Linear layers on bf16 by the instruction that multiplies pairs of bf16, sums in f32. One side of a product is packed once a call into
// pairs side by side, the other is read as it is stored. They throw where there is no AVX512_BF16 (requireBf16Pairs() in bf16_pairs.h).
#pragma once

#include <cstdint>

namespace stepscope::kernels {

// y (rows, columns) = x (rows, depth) times the transposed weights (columns, depth), all row-major; columns and depth are multiples of 16.
struct LinearBf16 {
  std::int64_t rows = 0, depth = 0, columns = 0;
  bool relu = false;                              // after bias and residual
  bool wideResidual = false, wideResult = false;  // f32 instead of bf16
};

// bias: bf16 of `columns`, residual: of y's shape; each may be absent. The order of a sum depends on the shape only, not on the threads.
std::int64_t linearBf16WorkspaceBytes(const LinearBf16& layer, int threads);
void linearBf16(const LinearBf16& layer, const std::uint16_t* x, const std::uint16_t* weights, const std::uint16_t* bias, const void* residual,
                void* y, void* workspace, int threads);

// The gradients of a linear layer's weights and bias, f32: dw (O, K) = dy (rows, O)^T x (rows, K), db (O) the sums of dy over its rows,
// which are packed anyway; db may be absent. O and K are multiples of 16. The order of a sum depends on the shape only, not on the threads.
std::int64_t linearGradWeightBf16WorkspaceBytes(std::int64_t rows, std::int64_t k, std::int64_t o, int threads);
void linearGradWeightBf16(std::int64_t rows, std::int64_t k, std::int64_t o, const std::uint16_t* x, const std::uint16_t* dy, float* dw, float* db,
                          void* workspace, int threads);

}  // namespace stepscope::kernels
