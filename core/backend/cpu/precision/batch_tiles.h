// Runs f32-only kernels on operands of a narrow type, a few samples of the batch at a time: each tile is converted into the cache,
// computed and converted back, so that no f32 copy of a whole tensor exists. Matrix work (convolutions, linear) uses tiles that fill
// the outer cache and runs them one after the other on all threads; everything else uses tiles for a core's own cache, one per
// thread.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// The largest divisor of the batch whose tile is at most `most` bytes; if that is far less than would fit, the next one.
std::int64_t samplesATile(std::int64_t batch, std::int64_t bytesASample, std::int64_t most);
// The layout of all samples, if that of a tile is `tile`. Empty if it cannot be divided by samples.
std::optional<Physical> wholeOf(const Physical& tile, const Shape& shape, DType type, std::int64_t tiles);

// Empty for an op whose samples depend on each other, for layouts that cannot be divided by samples, and without a narrow operand.
std::optional<Candidate> batchTiles(const NamedMaker& maker, const KernelRequest& request);

}  // namespace stepscope::cpu
