// Layer norm and RMS norm over the last dimensions.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

std::span<const OpDef> layerNormOps() {
  return {};
}

}  // namespace stepscope
