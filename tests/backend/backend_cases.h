// Graphs that put kernels to the test: channel counts that fill blocks and that do not, every window, stride, padding and group in use.
#pragma once

#include "tests/graph/op_cases.h"

namespace stepscope {

std::vector<OpCase> backendCases();

}  // namespace stepscope
