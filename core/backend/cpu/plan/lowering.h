// The user's graph -> the graph as it runs: a kernel and layouts for every node, reorder nodes where layouts disagree, workspaces as
// values, so that the memory planner sees every byte.
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
  std::vector<std::function<Launch(const Buffers&)>> binds;  // one a node; empty for a view
  std::vector<NodeKernel> kernels;                           // one a node
  std::vector<bool> onlyOnce;                                // one a node: copies of parameters that this graph never changes
  std::vector<ValueId> workspaces;                           // one a node, kNone if it needs none
  std::vector<std::vector<ValueId>> results;                 // one a node: its outputs without the workspace
  std::vector<Physical> physical;                            // one a value
  std::vector<std::string> leftOut;                          // as Program has it
};

struct LoweringOptions {
  int threads = 1;
  Layout images = Layout::Blocked16;  // between layers
  std::string machine;
  std::int64_t trialBytes = std::int64_t{1} << 40;               // memory that timing one kernel may take
  double timeUntilMs = std::numeric_limits<double>::infinity();  // of wallMs(): kernels are timed until then only
  NarrowStorage narrow{};
  // Persistent values have these layouts, by name; others in the layout of their gradient.
  const std::map<std::string, Physical>* stateLayouts = nullptr;
};

Lowered lower(const Graph& graph, const CompileOptions& options, const LoweringOptions& lowering);

}  // namespace stepscope::cpu
