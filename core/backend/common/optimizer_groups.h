// Groups of values that an optimizer node reads in the same element order: a parameter with its gradient and states; an average of weights with the
// parameter; a mean of gradients with the gradient.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/graph/op.h"

namespace stepscope {

template <class Work>
void forOptimizerGroups(const Graph& graph, const Work& work) {
  for (const Node& node : graph.nodes()) {
    const InputGroups groups = inputGroups(node);
    for (std::size_t first = 0; first < groups.end(); first += groups.size) work(std::span<const ValueId>(node.inputs).subspan(first, groups.size));
  }
}

// If one persistent value of a group is marked, marks all of them, and continues through groups with common values.
void spreadOverGroups(const Graph& graph, std::vector<bool>& marks);

// One flag per value: persistent values that must be row-major, since a state of their group counts elements in that order (the blocks of 8-bit
// Adam).
std::vector<bool> rowMajorState(const Graph& graph);

}  // namespace stepscope
