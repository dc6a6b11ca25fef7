// Moving elements without arithmetic: concat, split, slice, pad, transpose.
#include "tests/graph/case_builder.h"

namespace stepscope {

void addStructureCases(std::vector<OpCase>&) {}

}  // namespace stepscope
