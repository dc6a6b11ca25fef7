// A linear layer or a convolution with the residual added to it (and a relu after that), as transformers and networks whose batch norms are
// folded have it: the result is written once, with the residual in it, instead of written, read and written again. Backward nothing
// changes, since the gradient of an addition is the gradient itself.
#include <utility>

#include "core/backend/cpu/fusion/fusion_rules.h"

namespace stepscope::cpu {

void fuseAdditions(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion) {
  for (NodeId n = 0; n < graph.nodeCount(); ++n) {
    const Node& sum = graph.node(n);
    if (sum.op->id != OpId::Add || sum.inputs[0] == sum.inputs[1] || !fusion.isFree(n)) continue;
    const Value& y = graph.value(sum.outputs[0]);
    for (const std::size_t i : {0, 1}) {
      const ValueId product = sum.inputs[i], residual = sum.inputs[1 - i];
      const NodeId layer = freeLayerBefore(graph, fusion, storage, n, i);
      if (layer == kNone || graph.onlyReader(product) == kNone) continue;
      const Value &a = graph.value(product), &b = graph.value(residual);
      if (a.shape != y.shape || b.shape != y.shape || a.dtype != y.dtype || b.dtype != y.dtype) continue;
      Node both = graph.node(layer);
      both.op = &opOf(both.op->id == OpId::Linear ? OpId::LinearAdd : OpId::Conv2dAdd);
      both.attrs.set("relu", sum.attrs.flag("relu"));
      both.inputs.resize(3, kNone);
      both.inputs.push_back(residual);
      both.outputs = sum.outputs;
      fusion.replace(n, std::move(both));
      fusion.absorb(layer, n);
      break;
    }
  }
}

}  // namespace stepscope::cpu
