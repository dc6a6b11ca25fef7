// Reductions over dimensions: sum, mean, max, argmax.
#include "tests/graph/case_builder.h"

namespace stepscope {

void addReductionCases(std::vector<OpCase>&) {}

}  // namespace stepscope
