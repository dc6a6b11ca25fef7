// Layer norm and RMS norm over the last dimensions.
#include "tests/reference/call.h"

namespace stepscope::reference {

void addLayerNormKernels(Kernels&) {}

}  // namespace stepscope::reference
