// LSTM and GRU layers over a sequence.
#include "core/backend/cpu/candidate.h"

namespace stepscope::cpu {

std::span<const OpKernels> recurrentKernels() {
  return {};
}

}  // namespace stepscope::cpu
