// The user's graph -> the graph as it runs on the GPU: a kernel for every node and workspaces as values, so that the memory planner sees
// every byte. Everything lies row-major.
#pragma once

#include <memory>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/cuda/candidate.h"

namespace stepscope::cuda {

// Of the workspace of a library's kernel: it is that much larger than asked for, and begins at the first such place.
constexpr std::int64_t kPlanAlignment = 256;

struct LoweredNode {
  const OpKernel* kernel = nullptr;  // null for a view
  std::optional<Planned> planned;    // a library's kernel, taken instead
  ValueId workspace = kNone;
  std::size_t results = 0;  // outputs without the workspace
};

struct Lowered {
  Graph graph;
  std::vector<LoweredNode> nodes;   // one a node
  std::vector<NodeKernel> kernels;  // one a node
};

// Throws Error (Input) naming op and layer for what the GPU's kernels cannot run. Without a library (null api) every node takes ours.
Lowered lower(const Graph& graph, const Library& library);

// Whether the op has a kernel for this node.
bool supported(const Graph& graph, const Node& node);

}  // namespace stepscope::cuda
