// A linear layer or a convolution with the residual added behind it (and a relu behind that), as transformers and networks whose batch
// norms are folded have it: the result is written once, with the residual in it, instead of written, read and written again. Backward
// nothing changes, since the gradient of an addition is the gradient itself.
#include <utility>

#include "core/backend/cpu/fusion/fused_ops.h"
#include "core/backend/cpu/fusion/fusion_rules.h"

namespace stepscope::cpu {

void fuseAdditions(const Graph& graph, const Consumers& consumers, const NarrowStorage& storage, Fusion& fusion) {
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& sum = graph.nodes()[n];
    if (sum.op->name != "add" || sum.inputs[0] == sum.inputs[1] || fusion.absorbed[n] || fusion.into[n]) continue;
    const Value& y = graph.value(sum.outputs[0]);
    for (const auto& [product, residual] : {std::pair(sum.inputs[0], sum.inputs[1]), std::pair(sum.inputs[1], sum.inputs[0])}) {
      const NodeId id = layerBehind(graph, fusion, storage, product);
      if (id == kNone || graph.node(id).phase != sum.phase) continue;
      if (consumers[static_cast<std::size_t>(product)].size() != 1 || isOutput(graph, product)) continue;
      const Value &a = graph.value(product), &b = graph.value(residual);
      if (a.shape != y.shape || b.shape != y.shape || a.dtype != y.dtype || b.dtype != y.dtype) continue;
      Node both = graph.node(id);
      both.op = both.op->name == "linear" ? &linearAddOp() : &convolutionAddOp();
      both.attrs.set("relu", sum.attrs.flag("relu"));
      both.inputs.resize(3, kNone);
      both.inputs.push_back(residual);
      both.outputs = sum.outputs;
      fusion.into[n] = std::move(both);
      fusion.absorbed[static_cast<std::size_t>(id)] = true;
      fusion.owner[static_cast<std::size_t>(id)] = static_cast<NodeId>(n);
      break;
    }
  }
}

}  // namespace stepscope::cpu
