// Activations of one element: leaky relu, elu, gelu, silu, sigmoid, tanh, hard swish, hard sigmoid, softplus.
#include "tests/graph/case_builder.h"

namespace stepscope {

void addActivationCases(std::vector<OpCase>&) {}

}  // namespace stepscope
