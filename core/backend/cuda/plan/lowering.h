// Turns the user's graph into the graph as it runs on the GPU: a kernel for every node, images in the layout for tensor cores, reorder nodes where
// layouts differ, and workspaces as values, so that the memory planner knows every byte.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/fusion/element_chain.h"

namespace stepscope::cuda {

struct LoweredNode {
  const OpKernel* kernel = nullptr;  // null for a view
  std::optional<Planned> planned;    // a library's kernel, used instead of `kernel`
  ValueId workspace = kNone;
  std::size_t results = 0;  // outputs without the workspace
  bool channelsLast = false;
  std::shared_ptr<const ElementChain> chain;  // not null: several elementwise ops run as one kernel, of which this node is the last
};

// Layouts of persistent values, by name.
using StateLayouts = std::map<std::string, Layout>;

struct Lowered {
  Graph graph;
  std::vector<LoweredNode> nodes;   // one per node
  std::vector<NodeKernel> kernels;  // one per node
  StateLayouts state;
  bool guarded = false;              // the device skips updates if the loss is not finite
  std::vector<std::string> notes;    // what was not possible: for Program::notes
  std::vector<std::string> leftOut;  // see Program::leftOut
};

// Throws Error (Input) naming op and layer if the GPU's kernels cannot run a node. Without a library (null api) every node uses our kernels.
// If `stateLayouts` is not null, persistent values get these layouts.
Lowered lower(const Graph& graph, const Library& library, const StateLayouts* stateLayouts = nullptr);

// Whether the op has a kernel for this node.
bool supported(const Graph& graph, const Node& node);

}  // namespace stepscope::cuda
