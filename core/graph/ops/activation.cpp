// Activations of one element: leaky relu, elu, gelu, silu, sigmoid, tanh, hard swish, hard sigmoid, softplus.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

std::span<const OpDef> activationOps() {
  return {};
}

}  // namespace stepscope
