#include "core/passes/step_graph.h"

#include "core/graph/model_outputs.h"

namespace stepscope {

namespace {

// The passes on the forward graph, which training and validation have in common.
Graph rewriteForward(const Graph& forward, const StepOptions& options, std::vector<PassReport>& reports) {
  Graph graph = forward;
  const auto apply = [&](PassResult result) {
    graph = std::move(result.graph);
    reports.push_back(std::move(result.report));
  };
  if (options.fusion) {
    apply(fuse(graph));
    if (PassResult folded = foldEmbedding(graph); !folded.report.notes.empty()) apply(std::move(folded));
  }
  if (options.lowType != DType::F32) apply(amp(graph, options.lowType, options.ampClassOf));
  return graph;
}

}  // namespace

StepGraph buildTrainingStep(const Graph& forward, const OptimizerSpec& optimizer, const StepOptions& options) {
  StepGraph step;
  Graph rewritten = rewriteForward(forward, options, step.reports);
  if (optimizer.scalesLoss) {
    PassResult scaled = scaleLoss(rewritten, optimizer.gradScaler);
    rewritten = std::move(scaled.graph);
    step.reports.push_back(std::move(scaled.report));
  }
  AutodiffResult backward = autodiff(rewritten, optimizer.scalesLoss ? rewritten.outputs().at(kScaledLoss) : modelOutputs(rewritten).loss);
  step.reports.push_back(backward.report);
  if (options.checkpointing.mode != Checkpointing::Mode::Off) {
    backward = checkpoint(backward, options.checkpointing, options.checkpointCosts);
    step.reports.push_back(backward.report);
  } else if (options.fusion) {
    backward = recomputeNorms(backward, options.norms);
    if (!backward.report.notes.empty()) step.reports.push_back(backward.report);
  }
  PassResult optimized = optimize(backward, optimizer);
  step.reports.push_back(std::move(optimized.report));
  step.graph = std::move(optimized.graph);
  step.graph.verify();
  return step;
}

StepGraph buildEvaluationStep(const Graph& forward, const StepOptions& options) {
  StepGraph step;
  step.graph = rewriteForward(forward, options, step.reports);
  step.graph.verify();
  return step;
}

}  // namespace stepscope
