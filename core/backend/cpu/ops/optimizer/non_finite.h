// Looks for values that are infinite or not a number.
#pragma once

#include <span>

#include "core/backend/cpu/ops/optimizer/optimizer.h"

namespace stepscope::kernels {

// Whether any element of any tensor is not finite. Threads stop at the first that they find.
bool anyNonFinite(std::span<const ConstTensor> tensors, int threads);

}  // namespace stepscope::kernels
