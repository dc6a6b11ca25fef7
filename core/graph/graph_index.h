// An index of a graph for the rules of a lowering: which node makes a value, which nodes read it, and whether the host does.
#pragma once

#include <vector>

#include "core/graph/op.h"

namespace stepscope {

class GraphIndex {
 public:
  // The graph must outlive the index and must not change.
  explicit GraphIndex(const Graph& graph);

  const Graph& graph() const { return graph_; }
  NodeId nodeCount() const { return static_cast<NodeId>(graph_.nodes().size()); }
  const Node& node(NodeId n) const { return graph_.node(n); }
  const Value& value(ValueId v) const { return graph_.value(v); }
  const Shape& shape(ValueId v) const { return graph_.value(v).shape; }
  DType type(ValueId v) const { return graph_.value(v).dtype; }
  bool isOp(NodeId n, OpId op) const { return n != kNone && graph_.node(n).op->id == op; }

  // In execution order.
  const std::vector<NodeId>& readers(ValueId v) const { return readers_[v]; }
  // Whether the host reads the value after a step.
  bool isOutput(ValueId v) const { return outputs_[v]; }
  // The only node that reads the value; kNone if there are others, or if the host reads it.
  NodeId onlyReader(ValueId v) const { return isOutput(v) || readers(v).size() != 1 ? kNone : readers(v)[0]; }
  // The node that makes the value, if it is `op`; else kNone.
  NodeId maker(ValueId v, OpId op) const;

  // A channel_sum over the rows of a value that is seen as a matrix (rows, last dimension): the gradient of a bias.
  struct RowSum {
    NodeId sum = kNone;
    NodeId view = kNone;  // the reshape between them; kNone if the value is a matrix
  };
  std::vector<RowSum> rowSums(ValueId v) const;

 private:
  const Graph& graph_;
  std::vector<std::vector<NodeId>> readers_;
  std::vector<bool> outputs_;
};

// True if input i is present: optional inputs may be absent.
inline bool hasInput(const Node& node, std::size_t i) {
  return i < node.inputs.size() && node.inputs[i] != kNone;
}

// Neighbouring nodes that a backend may run as one kernel. The backend decides whether it has a kernel for them, and at which node's place it runs.

// The linear layer or convolution that makes input i of `after`, in the same phase and without a fused relu; else kNone.
NodeId layerBefore(const GraphIndex& graph, NodeId after, std::size_t i);

// The nodes that compute the bias gradient belonging to the weight gradient of a linear layer: sums of the same dy over its rows, in the same phase.
std::vector<NodeId> biasGradientsBeside(const GraphIndex& graph, NodeId weightGradient);

}  // namespace stepscope
