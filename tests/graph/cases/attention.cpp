// Scaled dot-product attention with causal and key masks.
#include "tests/graph/case_builder.h"

namespace stepscope {

void addAttentionCases(std::vector<OpCase>&) {}

}  // namespace stepscope
