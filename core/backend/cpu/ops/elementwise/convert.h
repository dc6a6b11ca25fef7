// Conversions of bf16 (the upper half of an f32) and integers to f32 and back. bf16 rounds to nearest, ties to even, as in every framework; a NaN
// stays NaN. Pointers need no alignment; x and y must not overlap.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"

namespace stepscope::kernels {

void bf16ToF32(const std::uint16_t* x, float* y, std::int64_t count, int threads);
void f32ToBf16(const float* x, std::uint16_t* y, std::int64_t count, int threads);
// Rounds toward zero; the result is limited to the range of i32; NaN gives 0.
void f32ToI32(const float* x, std::int32_t* y, std::int64_t count, int threads);
void i32ToF32(const std::int32_t* x, float* y, std::int64_t count, int threads);

// IEEE 754 half precision (fp16) to f32 and back. Rounds to nearest, ties to even; numbers too large for fp16 (from 65520 on) become infinite, small
// ones denormal or zero; a NaN stays NaN. Pointers need no alignment; source and target must not overlap.
void f16ToF32(const std::uint16_t* x, float* y, std::int64_t count, int threads);
void f32ToF16(const float* x, std::uint16_t* y, std::int64_t count, int threads);

// relayout() (relayout.h) for 16-bit elements of any type: `dst` becomes the same (n, c, spatial) tensor with channel block yBlock; its padding lanes
// are set to zero.
void relayout16(const ChannelBlocks& x, const std::uint16_t* src, std::int64_t yBlock, std::uint16_t* dst, int threads);

}  // namespace stepscope::kernels
