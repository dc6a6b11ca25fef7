// The user's graph -> the graph as it runs: a kernel and layouts for every node, reorder nodes where layouts differ, workspaces as values, so that
// the memory planner knows every byte.
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
  std::vector<bool> onlyOnce;                                // one per node: copies of parameters that this graph never changes
  std::vector<ValueId> workspaces;                           // one per node, kNone if it needs none
  std::vector<std::vector<ValueId>> results;                 // one per node: its outputs without the workspace
  std::vector<Physical> physical;                            // one per value
  std::vector<std::string> leftOut;                          // see Program::leftOut
};

struct LoweringOptions {
  int threads = 1;
  Layout images = Layout::Blocked16;  // between layers
  std::string machine;
  std::int64_t trialBytes = std::int64_t{1} << 40;               // the most memory for timing one kernel
  double timeUntilMs = std::numeric_limits<double>::infinity();  // of wallMs(): kernels are timed only until then
  NarrowStorage narrow{};
  // Persistent values with these names get these layouts; others the layout of their gradient.
  const std::map<std::string, Physical>* stateLayouts = nullptr;
};

Lowered lower(const Graph& graph, const CompileOptions& options, const LoweringOptions& lowering);

}  // namespace stepscope::cpu
