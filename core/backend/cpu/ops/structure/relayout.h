// Copies between layouts, and the shortcut of CIFAR residual networks; f32.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"

namespace stepscope::kernels {

// Copies a tensor (n, c, spatial) from layout `x` to channel block yBlock (1 plain, 8 or 16 blocked, c NHWC). Padding lanes of `dst` are set to zero.
// Not in place.
void relayout(const ChannelBlocks& x, const float* src, std::int64_t yBlock, float* dst, int threads);

// `dst` (columns, rows) = the transpose of `src` (rows, columns), both row-major.
void transpose(const float* src, std::int64_t rows, std::int64_t columns, float* dst, int threads);

// Option A shortcut (He et al., 2015, section 3.3): every stride-th pixel in both directions, with zero channels before and after. `y` is (n, before
// + c + after, ceil(h / stride), ceil(w / stride)). `outputBlock` is the channel block of `y`: that of the input, or the number of output channels if
// both are NHWC.
struct ShortcutPad {
  ImageLayout input;
  std::int64_t stride = 2, before = 0, after = 0, outputBlock = 1;

  constexpr ImageLayout output() const {
    return {input.n, before + input.c + after, (input.h + stride - 1) / stride, (input.w + stride - 1) / stride, outputBlock};
  }
};
void shortcutPad(const ShortcutPad& shortcut, const float* x, float* y, int threads);
void shortcutPadGrad(const ShortcutPad& shortcut, const float* dy, float* dx, int threads);

}  // namespace stepscope::kernels
