// Finds neighbouring element-wise nodes that can run as one kernel, at the place of the last of them.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/graph/graph_index.h"

namespace stepscope {

// The abilities of a backend's kernel for a chain.
struct ChainRules {
  std::size_t mostMembers = 0, mostInputs = 0;
  // Whether the kernel can also write the results of members, for readers outside the chain. If not, each result may have only one reader, a member
  // of the chain, which reads it once.
  bool severalOutputs = false;
  std::function<bool(NodeId)> fits;  // whether the node can be a member; it has one output
  // Whether a node's operands count as additional inputs of the chain, even if other members read the same values.
  std::function<bool(NodeId)> hasOwnInputs = [](NodeId) { return false; };
};

// Chains by their last node, with members in execution order; includes chains with one member. All members have the same shape and phase, and each
// one except the last is read by another member; no other node reads it before the last has run.
std::map<NodeId, std::vector<NodeId>> findElementChains(const GraphIndex& graph, const ChainRules& rules);

}  // namespace stepscope
