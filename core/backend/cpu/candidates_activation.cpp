// Activations of one element: leaky relu, elu, gelu, silu, sigmoid, tanh, hard swish, hard sigmoid, softplus.
#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

std::span<const OpKernels> activationKernels() {
  return {};
}

}  // namespace stepscope::cpu
