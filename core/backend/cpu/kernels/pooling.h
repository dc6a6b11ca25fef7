// 2-D pooling, f32. Input and output have the same channel block. Output extent: floor((in + 2 * padding - kernel) / stride) + 1.
#pragma once

#include <cstdint>

#include "core/backend/cpu/kernels/layout.h"

namespace stepscope::kernels {

struct Pooling {
  ImageLayout input;
  std::int64_t kernelH = 2, kernelW = 2, strideH = 2, strideW = 2, padH = 0, padW = 0;

  constexpr std::int64_t outH() const { return (input.h + 2 * padH - kernelH) / strideH + 1; }
  constexpr std::int64_t outW() const { return (input.w + 2 * padW - kernelW) / strideW + 1; }
  constexpr ImageLayout output() const { return {input.n, input.c, outH(), outW(), input.block}; }
};

// Max over the window; padding never wins. indices: one byte an output element, in the output's memory order, the winner's place
// kh * kernelW + kw (the first of equals, a NaN wins as in PyTorch); null when no gradient is wanted. The caller has checked that
// kernelH * kernelW <= 255 and 2 * pad <= kernel.
void maxPool(const Pooling& pooling, const float* x, float* y, std::uint8_t* indices, int threads);
void maxPoolGrad(const Pooling& pooling, const float* dy, const std::uint8_t* indices, float* dx, int threads);

// Mean over the window. countPadding: divide by kernelH * kernelW always (PyTorch's default count_include_pad=True), else by the
// number of pixels inside the image.
void avgPool(const Pooling& pooling, bool countPadding, const float* x, float* y, int threads);
void avgPoolGrad(const Pooling& pooling, bool countPadding, const float* dy, float* dx, int threads);

// y is (N, C) padded to the layout's block: n * blocks * block floats, zeros in the padding lanes.
void globalAvgPool(const ChannelBlocks& layout, const float* x, float* y, int threads);
void globalAvgPoolGrad(const ChannelBlocks& layout, const float* dy, float* dx, int threads);

}  // namespace stepscope::kernels
