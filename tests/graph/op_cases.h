// The op test table: for every differentiable op, graphs that lead from it to a loss. All operands that can have a gradient are parameters.
#pragma once

#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "tests/reference/interpreter.h"

namespace stepscope {

struct OpCase {
  std::string name;
  Graph graph;                 // with the output "loss"
  reference::Bindings inputs;  // everything bound: parameters, buffers, labels, seed
};

std::vector<OpCase> opCases();

}  // namespace stepscope
