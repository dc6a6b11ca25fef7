// Decides whether bf16 is arithmetic or only storage on this CPU, by the measured speed of its bf16 instructions: on some processors they are half as
// fast as f32, on others with the same instruction set twice as fast.
#pragma once

#include <cstdint>

namespace stepscope {

// The environment variable STEPSCOPE_BF16. "arithmetic": multiplies bf16 operands in bf16 if the CPU has instructions for it, even if they are slower
// than f32 (for tests). "storage": never. Unset: only if bf16 is faster by limits::kWorthwhileBf16. Throws Error (Input) for any other text.
enum class Bf16Use : std::uint8_t { Best, Arithmetic, Storage };
Bf16Use bf16UseFromEnvironment();

// `instructions` says whether the CPU (under the cap on instruction sets) can multiply bf16. The peaks, in FLOP/s, are of large matrix products on
// the same threads, 0 if not supported; they are used only for Best.
bool multipliesBf16(Bf16Use use, bool instructions, double f32Peak, double bf16Peak);

}  // namespace stepscope
