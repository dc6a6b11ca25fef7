// Kernels that know f32 only, on operands of a narrow type, a few samples of the batch at a time: each tile is converted into cache,
// computed and converted back, so that no f32 copy of a whole tensor ever exists. Matrix work (convolutions, linear) takes tiles that fill
// the outer cache and runs them one after the other on all threads; everything else takes tiles that suit a core's own cache, one a
// thread.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// The largest divisor of the batch whose tile stays within `most` bytes; where that is far less than would fit, the next one.
std::int64_t samplesATile(std::int64_t batch, std::int64_t bytesASample, std::int64_t most);
// The layout of all samples, where that of a tile is `tile`. Empty when it does not cut by samples.
std::optional<Physical> wholeOf(const Physical& tile, const Shape& shape, DType type, std::int64_t tiles);

// Empty for an op whose samples depend on each other, for layouts that do not cut by samples, and without a narrow operand.
std::optional<Candidate> batchTiles(const NamedMaker& maker, const KernelRequest& request);

}  // namespace stepscope::cpu
