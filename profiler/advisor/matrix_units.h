// How much of the time of kernels or matrix products is spent on matrix units, if a trace shows it.
#pragma once

#include <optional>
#include <string>

#include "profiler/advisor/facts.h"

namespace stepscope {

struct MatrixUnitUse {
  std::string unit;  // "tensor cores", "AMX"
  double share = 0;  // 0 to 1
  std::string of;    // "the kernels' time", "the products' time"
};

// On a GPU by the names of its kernels (kernel_table.h), in our own steps on a CPU with AMX by the library of each matrix product. No value if the
// trace or the machine does not show it.
std::optional<MatrixUnitUse> matrixUnitUse(const AdviceFacts& facts);

}  // namespace stepscope
