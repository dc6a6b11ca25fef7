// A graph as rules that look for groups of nodes ask it again and again: who makes a value, who reads it, whether the host does.
#pragma once

#include <vector>

#include "core/graph/op.h"

namespace stepscope {

class GraphIndex {
 public:
  // The graph must outlive the index and stay as it is.
  explicit GraphIndex(const Graph& graph);

  const Graph& graph() const { return graph_; }
  NodeId nodeCount() const { return static_cast<NodeId>(graph_.nodes().size()); }
  const Node& node(NodeId n) const { return graph_.node(n); }
  const Value& value(ValueId v) const { return graph_.value(v); }
  const Shape& shape(ValueId v) const { return graph_.value(v).shape; }
  DType type(ValueId v) const { return graph_.value(v).dtype; }
  bool isOp(NodeId n, OpId op) const { return n != kNone && graph_.node(n).op->id == op; }

  // In the order in which they run.
  const std::vector<NodeId>& readers(ValueId v) const { return readers_[v]; }
  // Whether the host reads the value after a step.
  bool isOutput(ValueId v) const { return outputs_[v]; }
  // The one node that reads the value; kNone where there are others, or the host.
  NodeId onlyReader(ValueId v) const { return isOutput(v) || readers(v).size() != 1 ? kNone : readers(v)[0]; }
  // The node that makes the value, if it is `op`; else kNone.
  NodeId maker(ValueId v, OpId op) const;

  // A channel_sum that adds up the rows of a value, seen as a matrix of its last dimension: the gradient of a bias.
  struct RowSum {
    NodeId sum = kNone;
    NodeId view = kNone;  // the reshape between; kNone where the value is a matrix
  };
  std::vector<RowSum> rowSums(ValueId v) const;

 private:
  const Graph& graph_;
  std::vector<std::vector<NodeId>> readers_;
  std::vector<bool> outputs_;
};

// Whether an input that may be absent is there.
inline bool hasInput(const Node& node, std::size_t i) {
  return i < node.inputs.size() && node.inputs[i] != kNone;
}

// Layers and their neighbours that backends run as one kernel. Whether there is a kernel for it, and in whose place it runs, is a backend's
// to say.

// The linear layer or convolution that makes what `after` reads as input i, in the same phase and without a relu of its own; kNone.
NodeId layerBefore(const GraphIndex& graph, NodeId after, std::size_t i);

// Beside the gradient of a linear layer's weights, those of its bias: the sums of the same dy over its rows, in the same phase.
std::vector<NodeId> biasGradientsBeside(const GraphIndex& graph, NodeId weightGradient);

}  // namespace stepscope
