// Nodes of the user's graph that run as one on this backend. Kept apart from the graph, which belongs to the user.
#pragma once

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "core/graph/op.h"

namespace stepscope::cpu {

struct Fusion {
  std::vector<bool> absorbed;             // this node runs inside another, or is not needed
  std::vector<std::optional<Node>> into;  // what runs instead of this node
  std::vector<NodeId> owner;              // the node that makes this node's outputs: itself unless absorbed into another

  explicit Fusion(std::size_t nodes);

  const Node& nodeAt(const Graph& graph, NodeId n) const { return into[n] ? *into[n] : graph.node(n); }
  // Whether no rule took the node.
  bool isFree(NodeId n) const { return !absorbed[n] && !into[n]; }
  NodeId ownerOf(NodeId n) const { return owner[n]; }
  // The node runs inside another.
  void absorb(NodeId n, NodeId by) {
    absorbed[n] = true;
    owner[n] = by;
  }
  // `by` runs instead of the node and does the work of `others` too.
  void replace(NodeId n, Node by, std::initializer_list<NodeId> others = {}) {
    for (const NodeId other : others) absorb(other, n);
    into[n] = std::move(by);
  }
  // What runs instead of the node, to be changed: at first the node itself.
  Node& changed(const Graph& graph, NodeId n) {
    auto& node = into[n];
    if (!node) node = graph.node(n);
    return *node;
  }
};

// Of a narrow type, whether it is storage only: its matrix products run in f32.
struct NarrowStorage {
  bool bf16 = true, f16 = true;
  bool of(DType type) const { return (type == DType::BF16 && bf16) || (type == DType::F16 && f16); }
};

// With `fuse` (the switch): relu_grad with the bias gradient after it; a sum of two gradients with the batch norm's backward that reads
// it; a batch norm with the activation after it, forward and backward; a layer or RMS norm with the casts around it, and its gradient with
// the sum of gradients after it; a linear layer or a convolution with the residual added to it or
// with the activation after it; the gradients of a linear layer's weights and bias in bf16; chains of elementwise nodes. Always: casts of
// weights to a type that is storage only, whose readers take the f32, since nothing is gained by rounding it; casts of weight gradients
// from a narrow type, whose makers sum in f32 anyway and write that.
Fusion findFusions(const Graph& graph, const NarrowStorage& storage, bool fuse);

}  // namespace stepscope::cpu
