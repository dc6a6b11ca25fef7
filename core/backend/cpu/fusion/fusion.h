// Which nodes of the user's graph run as one node on this backend. The graph itself is not changed.
#pragma once

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "core/graph/op.h"

namespace stepscope::cpu {

struct Fusion {
  std::vector<bool> absorbed;             // this node runs as part of another one, or is not needed
  std::vector<std::optional<Node>> into;  // the node that runs instead of this one
  std::vector<NodeId> owner;              // the node that makes this node's outputs: itself, unless it is part of another

  explicit Fusion(std::size_t nodes);

  const Node& nodeAt(const Graph& graph, NodeId n) const { return into[n] ? *into[n] : graph.node(n); }
  // Whether no rule has fused the node yet.
  bool isFree(NodeId n) const { return !absorbed[n] && !into[n]; }
  NodeId ownerOf(NodeId n) const { return owner[n]; }
  // The node runs as part of `by`.
  void absorb(NodeId n, NodeId by) {
    absorbed[n] = true;
    owner[n] = by;
  }
  // `by` runs instead of the node and does the work of `others` too.
  void replace(NodeId n, Node by, std::initializer_list<NodeId> others = {}) {
    for (const NodeId other : others) absorb(other, n);
    into[n] = std::move(by);
  }
  // The node that runs instead of `n`, for the caller to change; at first a copy of `n`.
  Node& changed(const Graph& graph, NodeId n) {
    auto& node = into[n];
    if (!node) node = graph.node(n);
    return *node;
  }
};

// For each narrow type, whether it is storage only, so that its matrix products run in f32.
struct NarrowStorage {
  bool bf16 = true, f16 = true;
  bool of(DType type) const { return (type == DType::BF16 && bf16) || (type == DType::F16 && f16); }
};

// With `fuse` (the switch), these become one node:
// - relu_grad and the bias gradient after it
// - a sum of two gradients and the batch norm's backward that reads it
// - a batch norm and the activation after it, forward and backward
// - a layer or RMS norm and the casts around it; its gradient and the sum of gradients after it
// - a linear layer or a convolution, and the residual added to it or the activation after it
// - the gradients of a linear layer's weights and bias in bf16
// - chains of elementwise nodes
// Always, two kinds of casts are left out: casts of weights to a type that is storage only (their readers use the f32 weights, since rounding gains
// nothing), and casts of weight gradients from a narrow type (the kernels before them sum in f32 and write f32).
Fusion findFusions(const Graph& graph, const NarrowStorage& storage, bool fuse);

}  // namespace stepscope::cpu
