// bf16 (the upper half of an f32) and whole numbers to f32 and back. bf16 rounds to nearest, ties to even, as every framework does; a NaN
// stays a NaN. Pointers need no alignment; x and y must not overlap.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"

namespace stepscope::kernels {

void bf16ToF32(const std::uint16_t* x, float* y, std::int64_t count, int threads);
void f32ToBf16(const float* x, std::uint16_t* y, std::int64_t count, int threads);
// Toward zero; the ends of i32 where a number is beyond them, 0 for a NaN.
void f32ToI32(const float* x, std::int32_t* y, std::int64_t count, int threads);
void i32ToF32(const std::int32_t* x, float* y, std::int64_t count, int threads);

// IEEE 754 half precision (fp16) to f32 and back, and copies of 16-bit tensors between layouts. Rounds to nearest, ties to even; what is
// too large for fp16 (from 65520 on) becomes infinite, what is too small a denormal or zero; a NaN stays a NaN.
// Pointers need no alignment; source and target must not overlap.
void f16ToF32(const std::uint16_t* x, float* y, std::int64_t count, int threads);
void f32ToF16(const float* x, std::uint16_t* y, std::int64_t count, int threads);

// relayout() of elements of 16 bits, whatever they mean: y = the same (n, c, spatial) tensor with channel block yBlock. Padding lanes of y
// are zeroed.
void relayout16(const ChannelBlocks& x, const std::uint16_t* src, std::int64_t yBlock, std::uint16_t* dst, int threads);

}  // namespace stepscope::kernels
