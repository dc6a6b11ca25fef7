// LSTM and GRU layers over a sequence.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

std::span<const OpDef> recurrentOps() {
  return {};
}

}  // namespace stepscope
