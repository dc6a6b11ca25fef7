// Transposed 2-D convolution.
#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

std::span<const OpKernels> convolutionTransposeKernels() {
  return {};
}

}  // namespace stepscope::cpu
