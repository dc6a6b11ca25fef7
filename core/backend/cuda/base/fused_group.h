// Neighbouring nodes that a library runs as one kernel or two.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/backend/cuda/base/candidate.h"

namespace stepscope::cuda {

// A kernel that runs in the place of a node of the source graph.
struct FusedPart {
  NodeId at = kNone;
  Node node;                         // of the source graph's values; beyond those, the group's own
  std::optional<Planned> planned{};  // none: our own kernel

  bool runs() const { return planned || kernelFor(*node.op)->bind; }
};
// The convolution with sums and sums of squares of its channels as two outputs more, the first of the group's own.
inline Node withSums(const Graph& graph, const Node& convolution) {
  const auto own = static_cast<ValueId>(graph.values().size());
  Node node = convolution;
  node.op = &opOf(OpId::Conv2dSums);
  node.outputs.insert(node.outputs.end(), {own, own + 1});
  return node;
}
// The norm, or its scale and shift, of such sums.
inline Node ofSums(const Node& norm, ValueId sums, ValueId squares) {
  Node node = norm;
  if (node.op->id == OpId::BatchNorm) node.op = &opOf(OpId::BatchNormOfSums);
  node.inputs.resize(kSumsInput, kNone);
  node.inputs.insert(node.inputs.end(), {sums, squares});
  return node;
}

struct FusedGroup {
  std::string title;          // "linear, gelu": what it stands for, as the report counts it
  std::vector<NodeId> nodes;  // that it stands for, in their order
  std::vector<FusedPart> parts;
  std::vector<Int> ownBytes;  // of values that go from part to part and have no place in the source graph
  bool channelsLast = false;
  std::vector<NodeId> given{};      // nodes whose results agree with each other as the group's inputs must: run first where the group is tried
  std::vector<FusedPart> behind{};  // nodes that read what only the group makes: run last where it is tried, in the place of those nodes
  bool onlyIfFaster = false;        // timing must show it: without timing the group is not taken
};

}  // namespace stepscope::cuda
