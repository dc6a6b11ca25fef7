// The check before kernels that multiply pairs of bf16. Highway 1.0 does not support that instruction, so it does not dispatch these kernels
// (bf16_instructions.h): each calls this check, and so does the code that chooses among kernels.
#pragma once

namespace stepscope::kernels {

// Whether the CPU has AVX512_BF16 and the other parts of AVX-512 that those kernels use, the operating system saves their registers, and no cap is
// set (capSimdTarget).
bool multipliesBf16Pairs();
// Throws Error (Internal) if multipliesBf16Pairs() is false: an illegal instruction would kill the process.
void requireBf16Pairs();
// Makes multipliesBf16Pairs() false for the rest of the process. Called by capSimdTarget().
void forbidBf16Pairs();

}  // namespace stepscope::kernels
