// oneDNN as a whole: version, instruction set, and matrix products that measure its peak rate.
#pragma once

#include <optional>
#include <string>

#include "core/backend/cpu/onednn/primitive.h"

namespace stepscope::onednn {

std::string version();  // "oneDNN 2.6.3"

// The instruction set that the library uses: "AVX-512 + AMX", "AVX-512", "AVX2", "SSE4.1".
std::string effectiveIsa();

// Caps the library at AVX2. Must be called before the first primitive; returns false if it was too late.
bool capAtAvx2();
// Whether the library may use instructions for matrix products of bf16 operands.
bool hasBf16();
bool hasMatrixUnits();  // AMX

// C(M, N) = A(M, K) * B(K, N) with B in the library's preferred layout. F32: C is f32. BF16, F16: operands of that type, C f32. U8: A is u8, B is s8,
// C is s32. Arguments: Src, Weights, Dst, Scratchpad. Nullopt if the library has no fast kernel for the type here.
std::optional<Primitive> makePeakProduct(DType type, std::int64_t m, std::int64_t n, std::int64_t k);

}  // namespace stepscope::onednn
