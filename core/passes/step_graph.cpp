#include "core/passes/step_graph.h"

namespace stepscope {

StepGraph buildTrainingStep(const Graph& forward, const OptimizerSpec& optimizer) {
  PassResult fused = fuse(forward);
  AutodiffResult backward = autodiff(fused.graph);
  PassResult step = optimize(backward, optimizer);
  step.graph.verify();
  return {std::move(step.graph), {std::move(fused.report), std::move(backward.report), std::move(step.report)}};
}

StepGraph buildEvaluationStep(const Graph& forward) {
  PassResult fused = fuse(forward);
  fused.graph.verify();
  return {std::move(fused.graph), {std::move(fused.report)}};
}

}  // namespace stepscope
