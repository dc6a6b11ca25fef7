// Activations of one element: leaky relu, elu, gelu, silu, sigmoid, tanh, hard swish, hard sigmoid, softplus.
#include "tests/reference/call.h"

namespace stepscope::reference {

void addActivationKernels(Kernels&) {}

}  // namespace stepscope::reference
