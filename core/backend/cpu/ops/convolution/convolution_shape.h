// Sizes of a 2-D convolution for our kernels: groups 1, dilation 1.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"

namespace stepscope::kernels {

struct ConvolutionShape {
  std::int64_t n = 1, inC = 1, inH = 1, inW = 1, outC = 1, kernelH = 1, kernelW = 1;
  std::int64_t strideH = 1, strideW = 1, padH = 0, padW = 0;

  constexpr std::int64_t outH() const { return (inH + 2 * padH - kernelH) / strideH + 1; }
  constexpr std::int64_t outW() const { return (inW + 2 * padW - kernelW) / strideW + 1; }
  constexpr ImageLayout input(std::int64_t block) const { return {n, inC, inH, inW, block}; }
  constexpr ImageLayout output(std::int64_t block) const { return {n, outC, outH(), outW(), block}; }
  // Multiply-adds counted as two.
  constexpr double flops() const { return 2.0 * static_cast<double>(n * inC * outC * outH() * outW() * kernelH * kernelW); }
};

}  // namespace stepscope::kernels
