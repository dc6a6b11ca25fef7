// The kernels of fused ops, which replace several nodes (core/graph/ops/fused.cpp).
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

std::span<const OpKernels> elementChainKernels();
std::span<const OpKernels> epilogueKernels();  // a layer, then an addition or an activation

}  // namespace stepscope::cpu
