// Arithmetic with NumPy broadcasting: sub, mul, div, neg, exp, log, sqrt, pow, clamp; the constant.
#include "tests/graph/case_builder.h"

namespace stepscope {

void addArithmeticCases(std::vector<OpCase>&) {}

}  // namespace stepscope
