// Random samples for a program that is timed or compared.
#pragma once

#include "core/backend/backend.h"
#include "core/data/dataset.h"

namespace stepscope {

// Fills input "x" of the program with random numbers of Philox, seed 1: f32 standard normal, tokens uniform. The first `distinct` samples of the
// batch differ, and the others repeat them. Labels, if the program has them, are set to values that do not count.
void fillRandomly(Program& program, const SampleInfo& sample, std::int64_t distinct);

}  // namespace stepscope
