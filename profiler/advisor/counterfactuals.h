// What a step would take at best were one thing done otherwise, in words: the steps run again (profiler/analysis/path/step_replay.h) with the spans
// that such a change would shorten or take away. After Daydream (Zhu et al. 2020, "Daydream: Accurately Estimating the Efficacy of Optimizations for
// DNN Training"). Bounds, and no predictions: nothing is said of what the change itself costs. Pure.
#pragma once

#include <string>
#include <vector>

#include "profiler/advisor/facts.h"
#include "profiler/advisor/finding.h"

namespace stepscope {

struct Counterfactual {
  std::string key;       // "cuda_graphs", "fused_optimizer", "copies_ahead", "loader_workers", "twice_the_batch", "communication_hidden"
  std::string sentence;  // "If CUDA graphs started the kernels: 63 ms at best instead of 100 ms a step."
  double stepMs = 0;     // at best
  double gainMs = 0;     // of the recorded step; 0 <= gainMs <= partMs
  double partMs = 0;     // of the critical path of a step: what the change can take away
};

// Those that can apply to the trace and win at least half a percent of its step, the most first. findings: of the same facts; where a rule has found
// the same thing, no more is promised than it does.
std::vector<Counterfactual> counterfactualsOf(const AdviceFacts& facts, const std::vector<Finding>& findings);

}  // namespace stepscope
