// Random samples for a program that is timed or compared.
#pragma once

#include "core/backend/backend.h"
#include "core/data/dataset.h"

namespace stepscope {

// Fills input "x" of the program from Philox of seed 1: f32 standard normal, tokens uniform. Places of the batch from `distinct` on repeat the first
// ones. Labels, if the program has them, do not count.
void fillRandomly(Program& program, const SampleInfo& sample, std::int64_t distinct);

}  // namespace stepscope
