// Reductions over dimensions: sum, mean, max, argmax.
#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

std::span<const OpKernels> reductionKernels() {
  return {};
}

}  // namespace stepscope::cpu
