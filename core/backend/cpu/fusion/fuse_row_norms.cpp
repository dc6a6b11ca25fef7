// Joins layer norm and RMS norm with their neighbours in mixed precision. Autocast keeps the residual sums in f32 and the layers between them in
// bf16, so there is a cast after every norm and before its gradient, and a sum and a cast after the gradient. Here the norm and its gradient read and
// write the narrow type themselves, and round exactly as the casts do.
#include <algorithm>

#include "core/backend/cpu/fusion/fusion_rules.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

namespace {

class RowNorms {
 public:
  RowNorms(const GraphIndex& graph, Fusion& fusion) : graph_(graph), fusion_(fusion) {}

  void visit(NodeId id) {
    if (!fusion_.isFree(id)) return;
    const OpId op = graph_.node(id).op->id;
    if (op == OpId::LayerNorm || op == OpId::RmsNorm) fuseResult(id);
    if (op == OpId::LayerNormGrad || op == OpId::RmsNormGrad) fuseGradient(id);
  }

 private:
  bool isCastOfF32(NodeId id) const {
    return graph_.isOp(id, OpId::Cast) && graph_.type(graph_.node(id).inputs[0]) == DType::F32 && fusion_.isFree(id);
  }

  // Fuses the cast to a narrow type, if it is the only reader of the norm's result.
  void fuseResult(NodeId id) {
    const Node& norm = graph_.node(id);
    const NodeId cast = graph_.onlyReader(norm.outputs[0]);
    if (!isCastOfF32(cast) || !isNarrow(graph_.type(graph_.node(cast).outputs[0]))) return;
    Node both = norm;
    both.outputs[0] = graph_.node(cast).outputs[0];
    fusion_.replace(id, std::move(both), {cast});
  }

  void fuseGradient(NodeId id) {
    Node both = graph_.node(id);
    bool changed = false;
    const NodeId before = graph_.maker(both.inputs[1], OpId::Cast);
    if (before != kNone && graph_.onlyReader(both.inputs[1]) != kNone && graph_.type(both.inputs[1]) == DType::F32 &&
        isNarrow(graph_.type(graph_.node(before).inputs[0])) && fusion_.isFree(before)) {
      both.inputs[1] = graph_.node(before).inputs[0];
      fusion_.absorb(before, id);
      changed = true;
    }
    const NodeId sum = sumAfter(graph_.node(id), id);
    if (sum == kNone) {
      if (changed) fusion_.replace(id, std::move(both));
      return;
    }
    const Node& addition = graph_.node(sum);
    both.inputs.push_back(addition.inputs[addition.inputs[0] == both.outputs[0] ? 1 : 0]);
    both.op = &opOf(both.op->id == OpId::LayerNormGrad ? OpId::LayerNormGradAdd : OpId::RmsNormGradAdd);
    both.outputs[0] = addition.outputs[0];
    for (const NodeId reader : graph_.readers(addition.outputs[0])) {
      if (!isCastOfF32(reader) || graph_.type(graph_.node(reader).outputs[0]) != DType::BF16) continue;
      both.outputs.push_back(graph_.node(reader).outputs[0]);
      fusion_.absorb(reader, sum);
      break;
    }
    if (changed) fusion_.absorb(before, sum);
    fusion_.replace(sum, std::move(both), {id});
  }

  // The addition that is the only reader of dx, if the gradient can run as late as the addition; else kNone.
  NodeId sumAfter(const Node& gradient, NodeId id) const {
    const ValueId dx = gradient.outputs[0];
    const NodeId sum = graph_.onlyReader(dx);
    if (!graph_.isOp(sum, OpId::Add) || graph_.type(dx) != DType::F32) return kNone;
    const Node& addition = graph_.node(sum);
    if (addition.attrs.flag("relu") || !fusion_.isFree(sum) || addition.inputs[0] == addition.inputs[1] || addition.phase != gradient.phase)
      return kNone;
    for (const ValueId input : addition.inputs)
      if (graph_.shape(input) != graph_.shape(dx) || graph_.type(input) != DType::F32) return kNone;
    for (std::size_t i = 1; i < gradient.outputs.size(); ++i)
      for (const NodeId reader : graph_.readers(gradient.outputs[i]))
        if (reader < sum) return kNone;
    // The gradient would run at the place of the sum, so no node between them may change a value in place: it could be an input of the gradient.
    for (NodeId n = id + 1; n < sum; ++n)
      if (!mutatedInputs(graph_.node(n)).empty()) return kNone;
    return sum;
  }

  const GraphIndex& graph_;
  Fusion& fusion_;
};

}  // namespace

void fuseRowNorms(const GraphIndex& graph, Fusion& fusion) {
  RowNorms rule(graph, fusion);
  for (NodeId n = 0; n < graph.nodeCount(); ++n) rule.visit(n);
}

}  // namespace stepscope::cpu
