// The op test table: for every differentiable op, graphs that lead from it to a loss. All operands that can have a gradient are parameters.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "tests/dev/reference/interpreter.h"

namespace stepscope {

struct OpCase {
  std::string name;
  Graph graph;                 // with the output "loss"
  reference::Bindings inputs;  // everything bound: parameters, buffers, labels, seed
  // Elements [first, second) of a parameter whose gradient is zero by definition although the loss depends on them (padding_idx).
  std::map<std::string, std::pair<std::size_t, std::size_t>> frozen{};
};

std::vector<OpCase> opCases();

}  // namespace stepscope
