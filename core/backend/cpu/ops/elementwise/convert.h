// bf16 (the upper half of an f32) and whole numbers to f32 and back. bf16 rounds to nearest, ties to even, as every framework does; a NaN
// stays a NaN. Pointers need no alignment; x and y must not overlap.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

void bf16ToF32(const std::uint16_t* x, float* y, std::int64_t count, int threads);
void f32ToBf16(const float* x, std::uint16_t* y, std::int64_t count, int threads);
// Toward zero; the ends of i32 where a number is beyond them, 0 for a NaN.
void f32ToI32(const float* x, std::int32_t* y, std::int64_t count, int threads);
void i32ToF32(const std::int32_t* x, float* y, std::int64_t count, int threads);

}  // namespace stepscope::kernels
