// Nearest and bilinear resize of images.
#include "tests/reference/call.h"

namespace stepscope::reference {

void addResizeKernels(Kernels&) {}

}  // namespace stepscope::reference
