// Layer norm and RMS norm with what lies around them in networks of mixed precision: autocast keeps the residual sums in f32 and the layers
// between them in bf16, so that a cast stands behind every norm and before its gradient, and a sum and a cast behind that. The norm
// writes, its gradient reads and writes the narrow type itself; the values are those of the casts.
#include <algorithm>

#include "core/backend/cpu/fusion/fused_ops.h"
#include "core/backend/cpu/fusion/fusion_rules.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

namespace {

class RowNorms {
 public:
  RowNorms(const Graph& graph, const Consumers& consumers, Fusion& fusion) : graph_(graph), consumers_(consumers), fusion_(fusion) {}

  void visit(NodeId id) {
    if (taken(id)) return;
    const std::string_view op = graph_.node(id).op->name;
    if (op == "layer_norm" || op == "rms_norm") fuseResult(id);
    if (op == "layer_norm_grad" || op == "rms_norm_grad") fuseGradient(id);
  }

 private:
  static std::size_t at(std::int32_t id) { return static_cast<std::size_t>(id); }
  bool taken(NodeId id) const { return fusion_.absorbed[at(id)] || fusion_.into[at(id)].has_value(); }
  const std::vector<NodeId>& readersOf(ValueId value) const { return consumers_[at(value)]; }
  DType typeOf(ValueId value) const { return graph_.value(value).dtype; }
  bool isCast(NodeId id, DType from) const {
    const Node& node = graph_.node(id);
    return node.op->name == "cast" && typeOf(node.inputs[0]) == from && !taken(id);
  }
  void absorb(NodeId id, NodeId into) {
    fusion_.absorbed[at(id)] = true;
    fusion_.owner[at(id)] = into;
  }

  // The cast that alone reads what the norm makes.
  void fuseResult(NodeId id) {
    const Node& norm = graph_.node(id);
    const ValueId y = norm.outputs[0];
    if (isOutput(graph_, y) || readersOf(y).size() != 1) return;
    const NodeId cast = readersOf(y)[0];
    if (!isCast(cast, DType::F32) || !isNarrow(typeOf(graph_.node(cast).outputs[0]))) return;
    Node both = norm;
    both.outputs[0] = graph_.node(cast).outputs[0];
    fusion_.into[at(id)] = std::move(both);
    absorb(cast, id);
  }

  void fuseGradient(NodeId id) {
    Node both = graph_.node(id);
    bool changed = false;
    const NodeId before = graph_.value(both.inputs[1]).producer;
    if (before != kNone && readersOf(both.inputs[1]).size() == 1 && !isOutput(graph_, both.inputs[1]) &&
        typeOf(both.inputs[1]) == DType::F32 && graph_.node(before).op->name == "cast" && isNarrow(typeOf(graph_.node(before).inputs[0])) &&
        !taken(before)) {
      both.inputs[1] = graph_.node(before).inputs[0];
      absorb(before, id);
      changed = true;
    }
    const NodeId sum = sumBehind(graph_.node(id), id);
    if (sum == kNone) {
      if (changed) fusion_.into[at(id)] = std::move(both);
      return;
    }
    const Node& addition = graph_.node(sum);
    both.inputs.push_back(addition.inputs[addition.inputs[0] == both.outputs[0] ? 1 : 0]);
    both.op = &rowNormGradAddOp(both.op->name);
    both.outputs[0] = addition.outputs[0];
    for (const NodeId reader : readersOf(addition.outputs[0])) {
      if (!isCast(reader, DType::F32) || typeOf(graph_.node(reader).outputs[0]) != DType::BF16) continue;
      both.outputs.push_back(graph_.node(reader).outputs[0]);
      absorb(reader, sum);
      break;
    }
    if (changed) fusion_.owner[at(before)] = sum;
    fusion_.into[at(sum)] = std::move(both);
    absorb(id, sum);
  }

  // The addition that alone reads dx, where the gradient may wait for it; kNone: there is none.
  NodeId sumBehind(const Node& gradient, NodeId id) const {
    const ValueId dx = gradient.outputs[0];
    if (isOutput(graph_, dx) || readersOf(dx).size() != 1 || typeOf(dx) != DType::F32) return kNone;
    const NodeId sum = readersOf(dx)[0];
    const Node& addition = graph_.node(sum);
    if (addition.op->name != "add" || addition.attrs.flag("relu") || taken(sum) || addition.inputs[0] == addition.inputs[1] ||
        addition.phase != gradient.phase)
      return kNone;
    for (const ValueId input : addition.inputs)
      if (graph_.value(input).shape != graph_.value(dx).shape || typeOf(input) != DType::F32) return kNone;
    for (std::size_t i = 1; i < gradient.outputs.size(); ++i)
      if (std::any_of(readersOf(gradient.outputs[i]).begin(), readersOf(gradient.outputs[i]).end(), [&](NodeId r) { return r < sum; }))
        return kNone;
    // Whatever is overwritten in place between the two was read by the gradient in its own place.
    for (NodeId n = id + 1; n < sum; ++n)
      if (!mutatedInputs(graph_.node(n)).empty()) return kNone;
    return sum;
  }

  const Graph& graph_;
  const Consumers& consumers_;
  Fusion& fusion_;
};

}  // namespace

void fuseRowNorms(const Graph& graph, const Consumers& consumers, Fusion& fusion) {
  RowNorms rule(graph, consumers, fusion);
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) rule.visit(static_cast<NodeId>(n));
}

}  // namespace stepscope::cpu
