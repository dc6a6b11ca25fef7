// The keys of a graph's nodes (core/base/node_key.h).
#pragma once

#include <vector>

#include "core/base/node_key.h"
#include "core/graph/graph.h"

namespace stepscope {

// One for each node, by its number.
std::vector<NodeKey> nodeKeys(const Graph& graph);

}  // namespace stepscope
