// Turns the user's graph into the graph as it runs: a kernel and layouts for every node, reorder nodes where layouts differ, workspaces as values, so
// that the memory planner knows every byte.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/fusion/fusion.h"

namespace stepscope::cpu {

struct Lowered {
  Graph graph;
  std::vector<std::function<Launch(const Buffers&)>> binds;  // one per node; empty for a view
  std::vector<NodeKernel> kernels;                           // one per node
  std::vector<bool> onlyOnce;                                // one per node: true for a copy of a parameter that this graph never changes
  std::vector<ValueId> workspaces;                           // one per node, kNone if it needs none
  std::vector<std::vector<ValueId>> results;                 // one per node: its outputs without the workspace
  std::vector<Physical> physical;                            // one per value
  std::vector<std::string> leftOut;                          // see Program::leftOut
};

struct LoweringOptions {
  int threads = 1;
  Layout images = Layout::Blocked16;  // layout of images between layers
  std::string machine;
  std::int64_t trialBytes = std::int64_t{1} << 40;               // most bytes for timing one kernel
  double timeUntilMs = std::numeric_limits<double>::infinity();  // kernels are timed only until this time of wallMs()
  NarrowStorage narrow{};
  // If not null: the layouts of all persistent values, by name; a missing name is an error. If null, convolution weights and their optimizer state
  // get the layout of the gradient of the weight, and other persistent values are plain.
  const std::map<std::string, Physical>* stateLayouts = nullptr;
};

Lowered lower(const Graph& graph, const CompileOptions& options, const LoweringOptions& lowering);

}  // namespace stepscope::cpu
