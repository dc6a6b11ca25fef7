// Neighbouring nodes that a library runs as one kernel or two.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/backend/cuda/base/candidate.h"

namespace stepscope::cuda {

// A kernel that runs at the place of a node of the source graph.
struct FusedPart {
  NodeId at = kNone;
  Node node;                         // its values are those of the source graph; higher ids are the group's own values
  std::optional<Planned> planned{};  // nullopt: our own kernel runs

  bool runs() const { return planned || kernelFor(*node.op)->bind; }
};
// The convolution with two additional outputs, the sums and the sums of squares of its channels. They are the first of the group's own values.
inline Node withSums(const Graph& graph, const Node& convolution) {
  const auto own = static_cast<ValueId>(graph.values().size());
  Node node = convolution;
  node.op = &opOf(OpId::Conv2dSums);
  node.outputs.insert(node.outputs.end(), {own, own + 1});
  return node;
}
// The norm, or the node for its scale and shift, computed from such sums.
inline Node ofSums(const Node& norm, ValueId sums, ValueId squares) {
  Node node = norm;
  if (node.op->id == OpId::BatchNorm) node.op = &opOf(OpId::BatchNormOfSums);
  node.inputs.resize(kSumsInput, kNone);
  node.inputs.insert(node.inputs.end(), {sums, squares});
  return node;
}

struct FusedGroup {
  std::string title;          // the fused ops, "linear, gelu"; the report counts groups by it
  std::vector<NodeId> nodes;  // the nodes that it replaces, in order
  std::vector<FusedPart> parts;
  std::vector<Int> ownBytes;  // sizes of the group's own values, which are passed from part to part and are not in the source graph
  bool channelsLast = false;
  std::vector<NodeId> given{};         // nodes whose results the group reads and which must be consistent: run first in a trial
  std::vector<FusedPart> following{};  // nodes that read values which only this group makes: run last in a trial
  bool onlyIfFaster = false;           // used only if timing shows that it is faster
};

}  // namespace stepscope::cuda
