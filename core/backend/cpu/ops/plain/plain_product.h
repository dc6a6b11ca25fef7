// Matrix products and convolutions, as simple as possible at acceptable speed. Every faster kernel is compared with them before it is used
// (tuning/kernel_check.h), and they run if no other kernel may. There is one loop nest for all shapes. They share no code with other kernels, so that
// they do not share errors either.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stepscope::kernels {

struct PlainMatrix {
  const float* data = nullptr;
  std::int64_t rowStride = 0, columnStride = 1;  // in floats
};

// C(m, n) = [C +] A(m, k) * B(k, n), C row-major with rows `cStride` floats apart. The order of the sums is the same for any number of threads.
void plainProduct(std::int64_t m, std::int64_t n, std::int64_t k, PlainMatrix a, PlainMatrix b, float* c, std::int64_t cStride, bool adds,
                  std::byte* workspace, int threads);
std::int64_t plainProductWorkspaceBytes(int threads);

struct PlainConvolutionShape {
  std::int64_t n = 1, inC = 1, inH = 1, inW = 1, outC = 1, outH = 1, outW = 1, kernelH = 1, kernelW = 1;
  std::int64_t strideH = 1, strideW = 1, padH = 0, padW = 0, dilationH = 1, dilationW = 1, groups = 1;
};

// Row-major: x (n, inC, inH, inW), w (outC, inC / groups, kernelH, kernelW), y (n, outC, outH, outW); `bias` may be null.
void plainConvolution(const PlainConvolutionShape& shape, const float* x, const float* w, const float* bias, bool relu, float* y,
                      std::byte* workspace, int threads);
void plainConvolutionGradInput(const PlainConvolutionShape& shape, const float* dy, const float* w, float* dx, std::byte* workspace, int threads);
void plainConvolutionGradWeight(const PlainConvolutionShape& shape, const float* x, const float* dy, float* dw, std::byte* workspace, int threads);
std::int64_t plainConvolutionWorkspaceBytes(const PlainConvolutionShape& shape, int threads);

}  // namespace stepscope::kernels
