// Matrix products of stacks of matrices.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

std::span<const OpDef> batchedMatmulOps() {
  return {};
}

}  // namespace stepscope
