// The gradient of a linear layer's bias beside that of its weights: the sums of dy over its rows, which the product in bf16 packs anyway.
#include <utility>

#include "core/backend/common/layer_patterns.h"
#include "core/backend/cpu/fusion/fusion_rules.h"

namespace stepscope::cpu {

void fuseBiasGradients(const GraphIndex& graph, const NarrowStorage& storage, Fusion& fusion) {
  // Read by nobody but a cast to f32, which the kernel writes in its place: the sums are not rounded.
  const auto isWidened = [&](ValueId value) {
    const NodeId cast = graph.onlyReader(value);
    return graph.isOp(cast, OpId::Cast) && graph.type(graph.node(cast).outputs[0]) == DType::F32;
  };
  for (NodeId n = 0; n < graph.nodeCount(); ++n) {
    const Node& product = graph.node(n);
    if (product.op->id != OpId::LinearGradWeight || !fusion.isFree(n)) continue;
    const DType type = graph.type(product.inputs[0]);
    if (type != DType::BF16 || storage.of(type) || graph.type(product.inputs[1]) != type || !isWidened(product.outputs[0])) continue;
    for (const NodeId sum : biasGradientsBeside(graph, n)) {
      const ValueId bias = graph.node(sum).outputs[0];
      if (sum < n || !fusion.isFree(sum) || !isWidened(bias)) continue;
      Node both = product;
      both.op = &opOf(OpId::LinearGradWeightBias);
      both.outputs.push_back(bias);
      fusion.replace(n, std::move(both));
      fusion.absorb(sum, n);
      break;
    }
  }
}

}  // namespace stepscope::cpu
