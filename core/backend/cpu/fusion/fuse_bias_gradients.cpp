// The gradient of a linear layer's bias beside that of its weights: the sums of dy over its rows, which the product in bf16 packs anyway.
#include <algorithm>

#include "core/backend/cpu/fusion/fused_ops.h"
#include "core/backend/cpu/fusion/fusion_rules.h"

namespace stepscope::cpu {

namespace {

class BiasGradients {
 public:
  BiasGradients(const Graph& graph, const Consumers& consumers, Fusion& fusion) : graph_(graph), consumers_(consumers), fusion_(fusion) {}

  bool isFree(NodeId id) const { return !fusion_.absorbed[at(id)] && !fusion_.into[at(id)]; }

  // Read by nobody but a cast to f32, which the kernel writes in its place: the sums are not rounded.
  bool isWidened(ValueId value) const {
    const auto& readers = consumers_[at(value)];
    if (readers.size() != 1 || isOutput(graph_, value)) return false;
    const Node& cast = graph_.node(readers[0]);
    return cast.op->name == "cast" && graph_.value(cast.outputs[0]).dtype == DType::F32;
  }

  // The channel_sum behind `product` that adds up the rows of the value, seen as a matrix; kNone: there is none.
  NodeId sumOf(ValueId value, NodeId product) const {
    const Shape& shape = graph_.value(value).shape;
    const auto isSum = [&](NodeId id) {
      const Node& node = graph_.node(id);
      if (node.op->name != "channel_sum" || id < product || !isFree(id)) return false;
      const Shape& rows = graph_.value(node.inputs[0]).shape;
      return rows.size() == 2 && rows[1] == shape.back() && isWidened(node.outputs[0]);
    };
    for (const NodeId reader : consumers_[at(value)]) {
      if (isSum(reader)) return reader;
      if (graph_.node(reader).op->name != "reshape") continue;
      for (const NodeId next : consumers_[at(graph_.node(reader).outputs[0])])
        if (isSum(next)) return next;
    }
    return kNone;
  }

  void fuse(NodeId product, NodeId sum) {
    Node both = graph_.node(product);
    both.op = &linearGradWeightBiasOp();
    both.outputs.push_back(graph_.node(sum).outputs[0]);
    fusion_.into[at(product)] = std::move(both);
    fusion_.absorbed[at(sum)] = true;
    fusion_.owner[at(sum)] = product;
  }

 private:
  static std::size_t at(std::int32_t id) { return static_cast<std::size_t>(id); }

  const Graph& graph_;
  const Consumers& consumers_;
  Fusion& fusion_;
};

}  // namespace

void fuseBiasGradients(const Graph& graph, const Consumers& consumers, const NarrowStorage& storage, Fusion& fusion) {
  BiasGradients gradients(graph, consumers, fusion);
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& product = graph.nodes()[n];
    if (product.op->name != "linear_grad_weight" || !gradients.isFree(static_cast<NodeId>(n))) continue;
    const DType type = graph.value(product.inputs[0]).dtype;
    if (type != DType::BF16 || storage.of(type) || graph.value(product.inputs[1]).dtype != type) continue;
    if (!gradients.isWidened(product.outputs[0])) continue;
    const NodeId sum = gradients.sumOf(product.inputs[1], static_cast<NodeId>(n));
    if (sum != kNone) gradients.fuse(static_cast<NodeId>(n), sum);
  }
}

}  // namespace stepscope::cpu
