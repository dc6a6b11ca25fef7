// Neighbouring element-wise nodes that can run as one kernel, in the place of the last of them.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/graph/graph_index.h"

namespace stepscope {

// What a backend's kernel of a chain can do.
struct ChainRules {
  std::size_t mostMembers = 0, mostInputs = 0;
  // Whether it writes what a member makes, for readers outside of the chain. Else one member alone reads it, once.
  bool severalOutputs = false;
  std::function<bool(NodeId)> fits;  // whether the node can be a member: it has one output
  // Whether a node's operands are the chain's inputs once more where other members read them too.
  std::function<bool(NodeId)> hasOwnInputs = [](NodeId) { return false; };
};

// Chains by their last node, their members in the order in which they run; also those of one member. All members have one shape and phase,
// and but for the last, another member reads each; nobody else reads it before the last has run.
std::map<NodeId, std::vector<NodeId>> findElementChains(const GraphIndex& graph, const ChainRules& rules);

}  // namespace stepscope
