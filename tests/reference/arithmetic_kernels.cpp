// Arithmetic with NumPy broadcasting: sub, mul, div, neg, exp, log, sqrt, pow, clamp; the constant.
#include "tests/reference/call.h"

namespace stepscope::reference {

void addArithmeticKernels(Kernels&) {}

}  // namespace stepscope::reference
