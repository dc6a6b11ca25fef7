// The check that must come before raw AVX-512 code. Highway 1.0 does not support the instruction that multiplies pairs of bf16, so the kernels that
// use it (bf16_instructions.h) are not dispatched by Highway: each calls the check here, and so does the code that chooses among kernels.
#pragma once

namespace stepscope::kernels {

// The CPU has AVX512_BF16 and the other parts of AVX-512 that those kernels use, the operating system saves their registers, and no cap is set
// (capSimdTarget).
bool multipliesBf16Pairs();
// Throws Error (Internal) if not; otherwise the process would be killed by an illegal instruction.
void requireBf16Pairs();
// For the rest of the process; called by capSimdTarget.
void forbidBf16Pairs();

}  // namespace stepscope::kernels
