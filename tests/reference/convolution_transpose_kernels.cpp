// Transposed 2-D convolution.
#include "tests/reference/call.h"

namespace stepscope::reference {

void addConvolutionTransposeKernels(Kernels&) {}

}  // namespace stepscope::reference
