// Layer norm and RMS norm over the last dimensions.
#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

std::span<const OpKernels> layerNormKernels() {
  return {};
}

}  // namespace stepscope::cpu
