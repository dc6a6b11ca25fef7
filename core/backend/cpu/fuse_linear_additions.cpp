// A linear layer with the residual added behind it, as transformers have it: the product is written once, with the residual in it, instead
// of written, read and written again. Backward nothing changes, since the gradient of an addition is the gradient itself.
#include <utility>

#include "core/backend/cpu/fused_ops.h"
#include "core/backend/cpu/fusion_rules.h"

namespace stepscope::cpu {

namespace {

// The linear layer that makes the value for this one reader; kNone: something else does, or others read it too.
NodeId linearBehind(const Graph& graph, const Consumers& consumers, const Fusion& fusion, ValueId value) {
  const NodeId producer = graph.value(value).producer;
  if (producer == kNone || consumers[static_cast<std::size_t>(value)].size() != 1 || isOutput(graph, value)) return kNone;
  const Node& node = graph.node(producer);
  const auto p = static_cast<std::size_t>(producer);
  const bool taken = fusion.absorbed[p] || fusion.into[p].has_value();
  return node.op->name == "linear" && !node.attrs.flag("relu") && !taken ? producer : kNone;
}

}  // namespace

void fuseLinearAdditions(const Graph& graph, const Consumers& consumers, Fusion& fusion) {
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& sum = graph.nodes()[n];
    if (sum.op->name != "add" || sum.attrs.flag("relu") || fusion.absorbed[n] || fusion.into[n]) continue;
    const Value& y = graph.value(sum.outputs[0]);
    for (const auto& [product, residual] : {std::pair(sum.inputs[0], sum.inputs[1]), std::pair(sum.inputs[1], sum.inputs[0])}) {
      const NodeId layer = linearBehind(graph, consumers, fusion, product);
      if (layer == kNone || graph.node(layer).phase != sum.phase) continue;
      const Value &a = graph.value(product), &b = graph.value(residual);
      if (a.shape != y.shape || b.shape != y.shape || a.dtype != y.dtype || b.dtype != y.dtype) continue;
      Node both = graph.node(layer);
      both.op = &linearAddOp();
      both.inputs.resize(3, kNone);
      both.inputs.push_back(residual);
      both.outputs = sum.outputs;
      fusion.into[n] = std::move(both);
      fusion.absorbed[static_cast<std::size_t>(layer)] = true;
      fusion.owner[static_cast<std::size_t>(layer)] = static_cast<NodeId>(n);
      break;
    }
  }
}

}  // namespace stepscope::cpu
