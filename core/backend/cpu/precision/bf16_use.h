// Whether bf16 is used as arithmetic or as storage on this CPU: the speed of its bf16 instructions is measured, since they are half as fast as f32 on
// some processors and twice as fast on others with the same instruction set.
#pragma once

#include <cstdint>

namespace stepscope {

// The setting in the environment: STEPSCOPE_BF16=arithmetic multiplies bf16 operands in bf16 if the CPU has instructions for it,
// even if they are slower than f32 (for tests); storage never does; unset: whichever is faster. Throws Error (Input) for any other
// text.
enum class Bf16Use : std::uint8_t { Best, Arithmetic, Storage };
Bf16Use bf16UseFromEnvironment();

// instructions: the CPU, as far as it may be used, has some for bf16 products. Peaks in FLOP/s of large products on the same threads, 0 if there are
// none; only used for Best.
bool multipliesBf16(Bf16Use use, bool instructions, double f32Peak, double bf16Peak);

}  // namespace stepscope
