// Depthwise 2-D convolution (one kernel per channel), f32, on images in blocks of 8 or 16 channels; the weights are plain (C, 1, kh, kw). Memory is
// read once or twice and every element is used kernelH * kernelW times, so these kernels are limited by memory speed.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"

namespace stepscope::kernels {

struct DepthwiseShape {
  std::int64_t n = 1, c = 1, h = 1, w = 1, outH = 1, outW = 1, block = 16;
  std::int64_t kernelH = 3, kernelW = 3, strideH = 1, strideW = 1, padH = 1, padW = 1, dilationH = 1, dilationW = 1;

  constexpr ImageLayout input() const { return {n, c, h, w, block}; }
  constexpr ImageLayout output() const { return {n, c, outH, outW, block}; }
};

// Kernels of up to 7 x 7; blocks of 8 or 16 that are a multiple of the target's vector.
bool depthwiseSupports(const DepthwiseShape& shape);

// y = relu?(conv(x) + bias); bias may be null.
void depthwiseConvolution(const DepthwiseShape& shape, const float* x, const float* w, const float* bias, bool relu, float* y, int threads);
void depthwiseGradInput(const DepthwiseShape& shape, const float* dy, const float* w, float* dx, int threads);

std::int64_t depthwiseGradWeightWorkspaceBytes(const DepthwiseShape& shape, int threads);
void depthwiseGradWeight(const DepthwiseShape& shape, const float* x, const float* dy, float* dw, void* workspace, int threads);

}  // namespace stepscope::kernels
