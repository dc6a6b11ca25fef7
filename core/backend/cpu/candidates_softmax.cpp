// Softmax and log-softmax over the last dimension.
#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

std::span<const OpKernels> softmaxKernels() {
  return {};
}

}  // namespace stepscope::cpu
