// The instruction sets that the kernels are compiled for, and the one that this process uses. Include before any Highway header in a
// kernel file: AVX2, AVX-512 and the compiler's baseline are enough; each further target would cost compile time and program size without
// a gain.
#pragma once

#include <cstdint>
#include <string_view>

// 0xF8 are the bits of Highway's targets above AVX3 (AVX3_DL, Zen 4, Sapphire Rapids, AVX10); version 1.0 does not name them all.
#define HWY_DISABLED_TARGETS (0xF8LL | HWY_SSE4 | HWY_SSSE3)

namespace stepscope::kernels {

enum class SimdTarget { Baseline, Avx2, Avx512 };

// The instruction set that dispatched kernels use from now on.
SimdTarget simdTarget();
std::string_view nameOf(SimdTarget target);  // "baseline", "AVX2", "AVX-512"

// Caps the kernels of this process; call before the first kernel runs. A cap above the CPU's abilities changes nothing for these; every cap forbids
// the bf16 kernels (bf16_pairs.h).
void capSimdTarget(SimdTarget highest);

// Channels per block of blocked layouts for the current target: 16 with AVX-512, otherwise 8.
std::int64_t preferredChannelBlock();

}  // namespace stepscope::kernels
