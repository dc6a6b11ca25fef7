// Matrix products that measure what the processor does at most with operands of a type.
#pragma once

#include <optional>

#include "core/backend/cpu/onednn/primitive.h"

namespace stepscope::onednn {

// C(M, N) = A(M, K) * B(K, N) with B in the layout that the library likes best. F32: C is f32. BF16, F16: operands of that type, C f32.
// U8: A is u8, B is s8, C is s32. Arguments: Src, Weights, Dst, Scratchpad. Empty when the library has no fast kernel for the type here.
std::optional<Primitive> makePeakProduct(DType type, std::int64_t m, std::int64_t n, std::int64_t k);

}  // namespace stepscope::onednn
