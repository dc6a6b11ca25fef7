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
  Node node;                         // its values are of the source graph; higher ids are the group's own
  std::optional<Planned> planned{};  // none: our own kernel

  bool runs() const { return planned || kernelFor(*node.op)->bind; }
};
// The convolution with sums and sums of squares of its channels as two additional outputs, which are the first of the group's own values.
inline Node withSums(const Graph& graph, const Node& convolution) {
  const auto own = static_cast<ValueId>(graph.values().size());
  Node node = convolution;
  node.op = &opOf(OpId::Conv2dSums);
  node.outputs.insert(node.outputs.end(), {own, own + 1});
  return node;
}
// The norm, or its scale and shift, computed from such sums.
inline Node ofSums(const Node& norm, ValueId sums, ValueId squares) {
  Node node = norm;
  if (node.op->id == OpId::BatchNorm) node.op = &opOf(OpId::BatchNormOfSums);
  node.inputs.resize(kSumsInput, kNone);
  node.inputs.insert(node.inputs.end(), {sums, squares});
  return node;
}

struct FusedGroup {
  std::string title;          // "linear, gelu": the fused ops, as counted in the report
  std::vector<NodeId> nodes;  // the nodes that it replaces, in order
  std::vector<FusedPart> parts;
  std::vector<Int> ownBytes;  // of values passed from part to part that are not in the source graph
  bool channelsLast = false;
  std::vector<NodeId> given{};         // nodes whose results must be consistent as inputs of the group: run first when the group is tried
  std::vector<FusedPart> following{};  // nodes that read values only this group makes. A trial of the group runs them last
  bool onlyIfFaster = false;           // must be shown by timing: without timing the group is not used
};

}  // namespace stepscope::cuda
