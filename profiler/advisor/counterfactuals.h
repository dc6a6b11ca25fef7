// How long a step would take at best if one thing were changed, in words. The steps are replayed (profiler/analysis/path/step_replay.h) without the
// spans that such a change would remove, or with shorter ones. After Daydream (Zhu et al. 2020, "Daydream: Accurately Estimating the Efficacy of
// Optimizations for DNN Training"). These are bounds, not predictions: the cost of the change itself is not included. Pure.
#pragma once

#include <string>
#include <vector>

#include "profiler/advisor/facts.h"
#include "profiler/advisor/finding.h"

namespace stepscope {

struct Counterfactual {
  std::string key;       // "cuda_graphs", "fused_optimizer", "copies_ahead", "loader_workers", "twice_the_batch", "communication_hidden"
  std::string sentence;  // "If CUDA graphs started the kernels: 63 ms at best instead of 100 ms a step."
  double stepMs = 0;     // the best time of a step
  double gainMs = 0;     // the recorded step minus stepMs; 0 <= gainMs <= partMs
  double partMs = 0;     // the part of a step's critical path that the change can remove
};

// Those that apply to the trace and gain at least half a percent of its step, the largest gain first. `findings` are those of the same facts: if a
// rule found the same problem, the gain is at most that of its finding.
std::vector<Counterfactual> counterfactualsOf(const AdviceFacts& facts, const std::vector<Finding>& findings);

}  // namespace stepscope
