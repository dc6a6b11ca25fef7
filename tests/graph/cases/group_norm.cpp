// Group norm over channel groups of images.
#include "tests/graph/case_builder.h"

namespace stepscope {

void addGroupNormCases(std::vector<OpCase>&) {}

}  // namespace stepscope
