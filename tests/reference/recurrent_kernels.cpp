// LSTM and GRU layers over a sequence.
#include "tests/reference/call.h"

namespace stepscope::reference {

void addRecurrentKernels(Kernels&) {}

}  // namespace stepscope::reference
