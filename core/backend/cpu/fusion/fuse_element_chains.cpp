// Makes each chain of elementwise nodes (common/element_chains.h) one node, at the position of the last of them. Values that only the chain reads are
// not written to memory.
#include <algorithm>
#include <map>
#include <set>

#include "core/backend/common/element_chains.h"
#include "core/backend/cpu/fusion/element_chain.h"
#include "core/backend/cpu/fusion/fusion_rules.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

namespace {

constexpr std::size_t kMostMembers = 8, kMostInputs = 8;  // the op table allows the result to overwrite this many inputs

class ElementChains {
 public:
  ElementChains(const GraphIndex& graph, Fusion& fusion) : graph_(graph), fusion_(fusion) {}

  void run() {
    ChainRules rules;
    rules.mostMembers = kMostMembers;
    rules.mostInputs = kMostInputs;
    rules.severalOutputs = true;
    rules.fits = [this](NodeId n) { return fits(n); };
    rules.hasOwnInputs = [this](NodeId n) { return isSpread(*graph_.node(n).op); };  // a spread scales its operand in place
    for (const auto& [last, members] : findElementChains(graph_, rules))
      if (members.size() > 1 || biasGradientOf(last).sum != kNone) fuse(members);
  }

 private:
  bool fits(NodeId id) const {
    const Node& node = graph_.node(id);
    if (!fusion_.isFree(id) || node.outputs.size() != 1 || !isChainOp(*node.op)) return false;
    const Value& result = graph_.value(node.outputs[0]);
    if (!isFloat(result.dtype) || result.shape.empty() || numel(result.shape) == 0) return false;
    if (node.op->id == OpId::Dropout)  // its random numbers depend on the row-major position, which differs from that in blocked images
      return result.shape.size() != 4 && graph_.value(node.inputs[0]).shape == result.shape;
    if (node.op->id == OpId::Cast) {  // casts of weights and of their gradients are left to other rules
      const NodeId producer = graph_.value(node.inputs[0]).producer;
      if (producer == kNone || makesWeightGradient(graph_.node(producer))) return false;
      if (isNarrow(result.dtype) == isNarrow(graph_.value(node.inputs[0]).dtype)) return false;
    }
    for (const ValueId input : node.inputs) {
      if (input == kNone || !isFloat(graph_.value(input).dtype)) return false;
      const auto repetition = repetitionOf(graph_.value(input).shape, result.shape);
      if (!repetition || (isSpread(*node.op) && *repetition == Repetition::None)) return false;
    }
    return true;
  }

  bool isWhole(ValueId value, const Shape& shape) const { return graph_.value(value).shape == shape; }

  // The bias gradient that sums the rows of the node's result, if it can run in the chain; otherwise empty (kNone).
  GraphIndex::RowSum biasGradientOf(NodeId last) const {
    constexpr std::int64_t kMostColumns = 8192;  // a tile holds whole rows, so rows must not be too long
    const ValueId made = graph_.node(last).outputs[0];
    const Shape& shape = graph_.value(made).shape;
    if (shape.size() < 2 || shape.size() == 4 || shape.back() > kMostColumns) return {};
    for (const GraphIndex::RowSum& found : graph_.rowSums(made)) {
      if (found.view != kNone && graph_.onlyReader(graph_.node(found.view).outputs[0]) == kNone) continue;
      if (fusion_.isFree(found.sum) && graph_.type(graph_.node(found.sum).outputs[0]) == DType::F32) return found;
    }
    return {};
  }

  // Whether the member's result is an output of the graph or read by a node outside `own`.
  bool isWanted(NodeId member, const std::set<NodeId>& own) const {
    const ValueId made = graph_.node(member).outputs[0];
    const auto& readers = graph_.readers(made);
    return graph_.isOutput(made) || std::any_of(readers.begin(), readers.end(), [&](NodeId r) { return !own.contains(r); });
  }

  // The index of the member that makes output 0, which may overwrite an input: the last member that is not a cast of a member's result, if its result
  // is read outside the chain; otherwise the last member.
  std::size_t firstOutput(const std::vector<NodeId>& members, const ElementChain& chain, const std::set<NodeId>& own) const {
    const std::size_t last = members.size() - 1;
    std::size_t m = last;
    while (m > 0 && chain.members[m].op == "cast" && chain.members[m].reads[0].isMember) --m;
    return isWanted(members[m], own) ? m : last;
  }

  void fuse(const std::vector<NodeId>& members) {
    const NodeId last = members.back();
    const Shape& shape = graph_.value(graph_.node(last).outputs[0]).shape;
    Node fused = graph_.node(last);
    fused.attrs = {};
    fused.inputs.clear();
    fused.outputs = {fused.outputs[0]};
    ElementChain chain;
    std::map<ValueId, int> memberOf, inputOf;
    bool anyWhole = false;
    for (std::size_t m = 0; m < members.size(); ++m) {
      const Node& node = graph_.node(members[m]);
      ChainMember member{std::string(node.op->name), node.attrs, {}};
      if (node.op->id == OpId::Cast) member.attrs.set("from", std::string(nameOf(graph_.value(node.inputs[0]).dtype)));
      for (const ValueId input : node.inputs) {
        if (const auto made = memberOf.find(input); made != memberOf.end()) {
          member.reads.push_back({true, made->second});
          continue;
        }
        auto known = isSpread(*node.op) ? inputOf.end() : inputOf.find(input);
        if (known == inputOf.end()) {
          const auto index = static_cast<int>(fused.inputs.size());
          fused.inputs.push_back(input);
          anyWhole = anyWhole || isWhole(input, shape);
          member.reads.push_back({false, index});
          if (!isSpread(*node.op)) inputOf.emplace(input, index);  // a spread scales its operand in place, so it needs an input of its own
          continue;
        }
        member.reads.push_back({false, known->second});
      }
      memberOf.emplace(node.outputs[0], static_cast<int>(m));
      chain.members.push_back(std::move(member));
    }
    if (!anyWhole) return;
    const auto [sum, view] = biasGradientOf(last);
    const std::set<NodeId> own(members.begin(), members.end());
    const std::size_t first = sum == kNone ? firstOutput(members, chain, own) : members.size() - 1;
    fused.outputs = {graph_.node(members[first]).outputs[0]};
    chain.writes.push_back(static_cast<int>(first));
    for (std::size_t m = 0; m < members.size(); ++m) {
      if (m == first || !isWanted(members[m], own)) continue;
      chain.writes.push_back(static_cast<int>(m));
      fused.outputs.push_back(graph_.node(members[m]).outputs[0]);
    }
    if (sum != kNone) {
      chain.columnSums = true;
      fused.outputs.push_back(graph_.node(sum).outputs[0]);
      fusion_.absorb(sum, last);
      if (view != kNone) fusion_.absorb(view, last);
    }
    fused.op = &opOf(OpId::ElementChain);
    setChain(fused.attrs, chain);
    for (const NodeId member : members)
      if (member != last) fusion_.absorb(member, last);
    fusion_.replace(last, std::move(fused));
  }

  const GraphIndex& graph_;
  Fusion& fusion_;
};

}  // namespace

void fuseElementChains(const GraphIndex& graph, Fusion& fusion) {
  ElementChains(graph, fusion).run();
}

}  // namespace stepscope::cpu
