// The result of a pass: a new graph and a report of the changes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope {

// The changes that a pass made, shown beside its switch.
struct PassReport {
  std::string pass;
  int nodesAdded = 0, nodesRemoved = 0;
  std::int64_t bytesBefore = 0, bytesAfter = 0;  // sum over all values that own storage
  std::vector<std::string> notes;
};

struct PassResult {
  Graph graph;
  PassReport report;
};

// A graph to which the gradients of the parameters were appended.
struct AutodiffResult {
  Graph graph;
  PassReport report;
  std::vector<std::pair<ValueId, ValueId>> gradients;  // parameter, gradient
};
}  // namespace stepscope
