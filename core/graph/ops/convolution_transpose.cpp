// Transposed 2-D convolution.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

std::span<const OpDef> convolutionTransposeOps() {
  return {};
}

}  // namespace stepscope
