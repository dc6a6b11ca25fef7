// Scaled dot-product attention with causal and key masks.
#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

std::span<const OpKernels> attentionKernels() {
  return {};
}

}  // namespace stepscope::cpu
