// Graphs that put kernels to the test: channel counts that fill blocks and that do not, every window, stride, padding and group in use.
#pragma once

#include "tests/dev/op_cases/op_cases.h"

namespace stepscope {

std::vector<OpCase> backendCases();
// Those of them with recurrent layers wide enough for the kernels that multiply bf16.
std::vector<OpCase> recurrentCases();

// Neighbours that the backend makes one kernel of: `kernels` are the ops that then run, each at least once.
struct FusionCase {
  OpCase c;
  std::vector<std::string> kernels;
};
std::vector<FusionCase> fusionCases();

}  // namespace stepscope
