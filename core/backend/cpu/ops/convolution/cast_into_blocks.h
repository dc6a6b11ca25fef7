#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// Weights of a convolution rounded to bf16 on the way from their gradient's layout to one that the library multiplies them in. Empty for
// other layouts, and where the compiler does not know the instructions. The CPU must multiply bf16.
std::optional<Candidate> castIntoBlocks(const Physical& from, const Physical& to, const Shape& shape, int threads);

}  // namespace stepscope::cpu
