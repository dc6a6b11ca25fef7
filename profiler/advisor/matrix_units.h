// How much of the products' time runs on matrix units, where a trace tells it.
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

// Use of matrix units: on a GPU by the names of its kernels (kernel_table.h), in our own steps on a CPU with AMX by the library of each product.
// Nothing where the trace or the machine does not tell.
std::optional<MatrixUnitUse> matrixUnitUse(const AdviceFacts& facts);

}  // namespace stepscope
