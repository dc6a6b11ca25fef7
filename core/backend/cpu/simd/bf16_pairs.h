// The one place that is asked before raw AVX-512 code runs. Highway 1.0 does not know the instruction that multiplies pairs of bf16, so the
// kernels that use it (bf16_instructions.h) are not dispatched by Highway: each asks here, and so does whoever chooses among kernels.
#pragma once

namespace stepscope::kernels {

// The CPU has AVX512_BF16 and the parts of AVX-512 that those kernels use beside it, the operating system keeps their registers, and no
// cap is set (capSimdTarget).
bool multipliesBf16Pairs();
// Throws Error (Internal) where it is not so; without it the process would end by the signal of an illegal instruction.
void requireBf16Pairs();
// For the rest of the process; called by capSimdTarget.
void forbidBf16Pairs();

}  // namespace stepscope::kernels
