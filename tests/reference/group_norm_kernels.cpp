// Group norm over channel groups of images.
#include "tests/reference/call.h"

namespace stepscope::reference {

void addGroupNormKernels(Kernels&) {}

}  // namespace stepscope::reference
