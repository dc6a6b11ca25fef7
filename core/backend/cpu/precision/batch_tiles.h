// Runs f32-only kernels on operands of a narrow type, a few samples of the batch at a time: each tile is converted to f32 in the cache, computed and
// converted back, so that no f32 copy of a whole tensor exists. For ops with matrix products (convolutions, linear) a tile fills the outer cache, and
// all threads work on one tile after another. For other ops a tile fits in the cache of a core, and every thread has its own tiles.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// The number of samples of a tile: the largest divisor of the batch with at most `most` bytes. If less than a quarter of the samples that fit, the
// next divisor.
std::int64_t samplesATile(std::int64_t batch, std::int64_t bytesASample, std::int64_t most);
// The layout of the whole operand, of `shape` and `type`, if `tile` is that of one of `tiles` tiles. Nullopt if it cannot be divided by samples.
std::optional<Physical> wholeOf(const Physical& tile, const Shape& shape, DType type, std::int64_t tiles);

// The maker's f32 kernel on tiles of the batch. Nullopt for an op whose samples depend on each other, for layouts that cannot be divided by samples,
// and without a narrow operand.
std::optional<Candidate> batchTiles(const NamedMaker& maker, const KernelRequest& request);

}  // namespace stepscope::cpu
