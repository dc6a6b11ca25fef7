// Scaled dot-product attention with causal and key masks.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

std::span<const OpDef> attentionOps() {
  return {};
}

}  // namespace stepscope
