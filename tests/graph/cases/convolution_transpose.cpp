// Transposed 2-D convolution.
#include "tests/graph/case_builder.h"

namespace stepscope {

void addConvolutionTransposeCases(std::vector<OpCase>&) {}

}  // namespace stepscope
