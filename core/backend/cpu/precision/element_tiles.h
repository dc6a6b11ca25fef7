// Kernels of one element at a time that know f32 only, on operands of a narrow type: a tile small enough for the first-level cache is
// converted, computed and converted back, so that memory sees half the bytes and never an f32 copy.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

// Empty for an op that is not element by element, for operands of different shapes (broadcasting), and without a narrow operand.
std::optional<Candidate> elementTiles(const NamedMaker& maker, const KernelRequest& request);

}  // namespace stepscope::cpu
