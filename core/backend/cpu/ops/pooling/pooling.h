// 2-D pooling, f32. Input and output have the same channel block. Output extent: floor((in + 2 * padding - dilation * (kernel - 1) - 1) /
// stride) + 1; with ceilMode one more if a further window begins in the image or in the padding before it (PyTorch's rule).
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"

namespace stepscope::kernels {

struct Pooling {
  ImageLayout input;
  std::int64_t kernelH = 2, kernelW = 2, strideH = 2, strideW = 2, padH = 0, padW = 0;
  std::int64_t dilationH = 1, dilationW = 1;  // max pooling only
  bool ceilMode = false;

  constexpr std::int64_t outH() const { return outputs(input.h, kernelH, strideH, padH, dilationH); }
  constexpr std::int64_t outW() const { return outputs(input.w, kernelW, strideW, padW, dilationW); }
  constexpr bool dilated() const { return dilationH > 1 || dilationW > 1; }
  constexpr ImageLayout output() const { return {input.n, input.c, outH(), outW(), input.block}; }

 private:
  constexpr std::int64_t outputs(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t pad, std::int64_t dilation) const {
    const std::int64_t span = in + 2 * pad - dilation * (kernel - 1) - 1;
    if (!ceilMode) return span / stride + 1;
    const std::int64_t out = (span + stride - 1) / stride + 1;
    return (out - 1) * stride >= in + pad ? out - 1 : out;
  }
};

// The maximum over the window; padding is never the maximum. `indices` (null if no gradient is wanted) receives one byte per output element, in the
// memory order of the output: the position of the maximum, kh * kernelW + kw. It is the first of equal values; NaN counts as the maximum, as in
// PyTorch. The caller must check that kernelH * kernelW <= 255 and 2 * pad <= kernel.
void maxPool(const Pooling& pooling, const float* x, float* y, std::uint8_t* indices, int threads);
void maxPoolGrad(const Pooling& pooling, const float* dy, const std::uint8_t* indices, float* dx, int threads);

// The mean over the window. With countPadding the sum is divided by the number of pixels of the window in image and padding (PyTorch's default
// count_include_pad=True), without those that ceilMode adds beyond the padding; otherwise by the number of pixels inside the image.
void avgPool(const Pooling& pooling, bool countPadding, const float* x, float* y, int threads);
void avgPoolGrad(const Pooling& pooling, bool countPadding, const float* dy, float* dx, int threads);

// The mean over the image. `y` is (N, C) padded to the layout's block: n * blocks * block floats, with zeros in the padding lanes.
void globalAvgPool(const ChannelBlocks& layout, const float* x, float* y, int threads);
void globalAvgPoolGrad(const ChannelBlocks& layout, const float* dy, float* dx, int threads);

// The maximum over [floor(o * in / out), ceil((o + 1) * in / out)) in both directions. `indices` receives the pixel of the maximum, row * input.w +
// column, in the memory order of the output; ties and NaN as in maxPool().
void adaptiveMaxPool(const ImageLayout& input, std::int64_t outH, std::int64_t outW, const float* x, float* y, std::int32_t* indices, int threads);
void adaptiveMaxPoolGrad(const ImageLayout& input, std::int64_t outH, std::int64_t outW, const float* dy, const std::int32_t* indices, float* dx,
                         int threads);

}  // namespace stepscope::kernels
