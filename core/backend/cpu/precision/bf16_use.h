// Whether bf16 is arithmetic or storage on this CPU: a question of what its instructions for it reach, measured, since they are half as
// fast as f32 on some processors and twice as fast on others that report the same instruction set.
#pragma once

#include <cstdint>

namespace stepscope {

// What the environment asks for: STEPSCOPE_BF16=arithmetic has products of bf16 operands multiply in bf16 wherever the CPU has instructions
// for it, also where those are slower than f32 (to test them); storage never does; unset: what is faster. Throws Error (Input) for any
// other text.
enum class Bf16Use : std::uint8_t { Best, Arithmetic, Storage };
Bf16Use bf16UseFromEnvironment();

// instructions: the CPU, as far as it may be used, has some for products of bf16. Peaks in FLOP/s of large products on the same threads,
// 0 where there is none; only asked for Best.
bool multipliesBf16(Bf16Use use, bool instructions, double f32Peak, double bf16Peak);

}  // namespace stepscope
