// Layer norm and RMS norm over rows of `width` floats.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

// gamma and beta (width) may be null. mean (rows) is null for RMS norm, which subtracts none; inverse (rows) is 1 / deviation or 1 / rms.
// y may overwrite x. Statistics in two passes over a row, as exact as f32 allows.
void rowNorm(const float* x, const float* gamma, const float* beta, std::int64_t rows, std::int64_t width, double eps, float* y,
             float* mean, float* inverse, int threads);

std::int64_t rowNormGradWorkspaceBytes(std::int64_t width, int threads);
// dx may overwrite dy or x. dgamma and dbeta may be null; their sums are of a thread's rows first, then of threads.
void rowNormGrad(const float* x, const float* dy, const float* gamma, const float* mean, const float* inverse, std::int64_t rows,
                 std::int64_t width, float* dx, float* dgamma, float* dbeta, void* workspace, int threads);

}  // namespace stepscope::kernels
