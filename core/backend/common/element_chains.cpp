#include "core/backend/common/element_chains.h"

#include <algorithm>
#include <set>

namespace stepscope {

namespace {

class Finder {
 public:
  Finder(const GraphIndex& graph, const ChainRules& rules) : graph_(graph), rules_(rules), chainOf_(graph.nodeCount(), kNone) {}

  std::map<NodeId, std::vector<NodeId>> run() {
    for (NodeId n = 0; n < graph_.nodeCount(); ++n)
      if (rules_.fits(n)) visit(n);
    return std::move(chains_);
  }

 private:
  NodeId& chainOf(NodeId n) { return chainOf_[n]; }
  ValueId madeBy(NodeId n) const { return graph_.node(n).outputs[0]; }

  // Whether a chain may contain the node that makes this input.
  bool mayReadFromWithin(const Node& node, ValueId input) const {
    if (graph_.shape(input) != graph_.shape(node.outputs[0]) || graph_.node(graph_.value(input).producer).phase != node.phase) return false;
    // Not for x * x, which would need x twice, once per operand.
    return rules_.severalOutputs || (graph_.onlyReader(input) != kNone && std::count(node.inputs.begin(), node.inputs.end(), input) == 1);
  }

  // Whether all these nodes may run where `last` runs: no node outside the chain reads their results before it.
  bool mayWaitFor(const std::vector<NodeId>& members, NodeId last) const {
    const std::set<NodeId> own(members.begin(), members.end());
    for (const NodeId member : members)
      for (const NodeId reader : graph_.readers(madeBy(member)))
        if (reader < last && !own.contains(reader)) return false;
    return true;
  }

  std::size_t inputsOf(const std::vector<NodeId>& members) const {
    std::set<ValueId> made, read;
    std::size_t own = 0;
    for (const NodeId member : members) {
      const std::vector<ValueId>& inputs = graph_.node(member).inputs;
      made.insert(madeBy(member));
      if (rules_.hasOwnInputs(member)) own += inputs.size();
      else read.insert(inputs.begin(), inputs.end());
    }
    return own + static_cast<std::size_t>(std::count_if(read.begin(), read.end(), [&](ValueId v) { return !made.contains(v); }));
  }

  void visit(NodeId id) {
    const Node& node = graph_.node(id);
    std::vector<NodeId> members{id};
    for (const ValueId input : node.inputs) {
      const NodeId producer = graph_.value(input).producer;
      if (producer == kNone || chainOf(producer) == kNone || !mayReadFromWithin(node, input)) continue;
      const auto others = chains_.find(chainOf(producer));
      if (others == chains_.end()) continue;  // already joined: both inputs are from one chain
      std::vector<NodeId> all = members;
      all.insert(all.end(), others->second.begin(), others->second.end());
      if (all.size() > rules_.mostMembers || inputsOf(all) > rules_.mostInputs || !mayWaitFor(all, id)) continue;
      members = std::move(all);
      chains_.erase(others);
    }
    std::sort(members.begin(), members.end());
    for (const NodeId member : members) chainOf(member) = id;
    chains_[id] = std::move(members);
  }

  const GraphIndex& graph_;
  const ChainRules& rules_;
  std::vector<NodeId> chainOf_;                   // for each node: the last node of its chain
  std::map<NodeId, std::vector<NodeId>> chains_;  // by their last node
};

}  // namespace

std::map<NodeId, std::vector<NodeId>> findElementChains(const GraphIndex& graph, const ChainRules& rules) {
  return Finder(graph, rules).run();
}

}  // namespace stepscope
