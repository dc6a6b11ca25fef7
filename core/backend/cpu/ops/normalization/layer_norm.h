// Layer norm and RMS norm over rows of `width` elements, computed in f32; activations and their gradients are in f32 or bf16.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/storage.h"

namespace stepscope::kernels {

struct RowNorm {
  std::int64_t rows = 0, width = 0;
  double eps = 0;
  Storage x = Storage::F32, y = Storage::F32;
};

// `gamma` and `beta` (width) may be null. `mean` (rows) is null for RMS norm, which subtracts no mean; `inverse` (rows) is 1 / deviation or 1 / rms.
// `y` may overwrite `x` if both have the same type. Statistics take two passes over a row and are as exact as f32 allows.
void rowNorm(const RowNorm& norm, const void* x, const float* gamma, const float* beta, void* y, float* mean, float* inverse, int threads);

struct RowNormGrad {
  std::int64_t rows = 0, width = 0;
  Storage x = Storage::F32, dy = Storage::F32;  // `x` is also the type of dx and of `added`
};
struct RowNormGradOutputs {
  void* dx = nullptr;
  Bf16* rounded = nullptr;                    // receives dx rounded to bf16; may be null
  float *dgamma = nullptr, *dbeta = nullptr;  // may be null
};

std::int64_t rowNormGradWorkspaceBytes(std::int64_t width, int threads);
// `added` (null: nothing) is added to dx, such as the gradient of a residual connection around the norm. dx may overwrite x, `added`, and dy of the
// same type. dgamma and dbeta are summed over a thread's rows first, then over threads.
void rowNormGrad(const RowNormGrad& norm, const void* x, const void* dy, const float* gamma, const float* mean, const float* inverse,
                 const void* added, const RowNormGradOutputs& out, void* workspace, int threads);

}  // namespace stepscope::kernels
