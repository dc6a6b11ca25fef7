// Formulas of one operand (formula.h), forward and backward, over arrays in any layout. Pointers need no alignment; in place is allowed. bf16 data
// are computed in f32 and rounded when they are written.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"
#include "core/backend/cpu/simd/storage.h"
#include "core/graph/formula.h"

namespace stepscope::kernels {

// Whether the function of 0 is 0. If not, padding lanes of a blocked tensor must be set to zero afterwards.
bool keepsZero(const FormulaUse& function);

void unary(const FormulaUse& function, Storage storage, const void* x, void* y, std::int64_t count, int threads);
void unary(const FormulaUse& function, const float* x, float* y, std::int64_t count, int threads);

// dx = dy * slope(kept), for formulas with a slope. `kept` is the op's input x or its output y (core/graph/ops/activation.cpp).
void unaryGrad(const FormulaUse& function, Storage storage, const void* dy, const void* kept, void* dx, std::int64_t count, int threads);
void unaryGrad(const FormulaUse& function, const float* dy, const float* kept, float* dx, std::int64_t count, int threads);

// Writes zeros into the padding lanes; does nothing if there are none.
void zeroPadding(float* y, const ChannelBlocks& layout, int threads);

}  // namespace stepscope::kernels
