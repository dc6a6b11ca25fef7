// Dropout (Srivastava et al., 2014). The mask depends only on seed, element and layer, so it is not stored: the backward pass draws it again.
#pragma once

#include <cstdint>

#include "core/backend/cpu/simd/layout.h"
#include "core/backend/cpu/simd/storage.h"

namespace stepscope::kernels {

// y = keep ? x / (1 - p) : 0, 0 <= p < 1 (p == 1 gives zeros). Element e (row-major over the logical N, C, spatial) draws lane e % 4 of
// philox(counter {0, low(e / 4), high(e / 4), opId}, key seed), the first block of PhiloxStream(seed, e / 4, opId); it is kept when
// the draw's 24-bit uniform is >= p. Works in any layout; the same elements are kept in each. May be in place.
void dropout(const float* x, float* y, const ChannelBlocks& layout, double p, std::int64_t seed, std::uint32_t opId, int threads);
// The same over a flat array in row-major order.
void dropout(const void* x, void* y, std::int64_t count, double p, std::int64_t seed, std::uint32_t opId, int threads,
             Storage storage = Storage::F32);
// Writes the factors, 1 / (1 - p) or 0, of the elements [first, first + count), for kernels that apply dropout to data in a workspace.
void dropoutFactors(double p, std::int64_t seed, std::uint32_t opId, std::int64_t first, std::int64_t count, float* factors);

// Stochastic depth (Huang et al., 2016) of `samples` samples of `each` floats: sample s is dropped as a whole if dropout would drop element s. May be
// in place.
void stochasticDepth(const float* x, float* y, std::int64_t samples, std::int64_t each, double p, std::int64_t seed, std::uint32_t opId, int threads);

}  // namespace stepscope::kernels
