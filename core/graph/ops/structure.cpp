// Moving elements without arithmetic: concat, split, slice, pad, transpose.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

std::span<const OpDef> structureOps() {
  return {};
}

}  // namespace stepscope
