// Reductions over dimensions: sum, mean, max, argmax.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

std::span<const OpDef> reductionOps() {
  return {};
}

}  // namespace stepscope
