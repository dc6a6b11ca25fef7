// The order of the passes, written down once: forward graph -> the graph of one training step.
#pragma once

#include <string>
#include <vector>

#include "core/passes/amp.h"
#include "core/passes/checkpointing.h"
#include "core/passes/pass_result.h"

namespace stepscope {

struct OptimizerSpec {
  enum class Kind { Sgd, Adam, AdamW } kind = Kind::Sgd;
  double learningRate = 0.1;  // the base rate; the rate of a step is a Scalar named "lr"
  double momentum = 0, dampening = 0, weightDecay = 0;
  bool nesterov = false;
  double beta1 = 0.9, beta2 = 0.999, eps = 1e-8;
  // Parameters that get no weight decay: biases and norm scales when false.
  bool decayNormAndBias = true;
};

// Fuses forward patterns: conv/linear/add + relu, batch norm (+ add) + relu. Before autodiff, so that gradients are fused too.
PassResult fuse(const Graph& forward);
// Appends the gradients of the output `loss` with respect to every parameter. gradientOf: parameter -> its gradient.
AutodiffResult autodiff(const Graph& forward, std::string_view lossOutput = "loss");
// Appends one optimizer node a parameter. Adds Scalars "lr" and (Adam) "step", and the OptimizerState values
// "<parameter>.momentum", "<parameter>.exp_avg", "<parameter>.exp_avg_sq".
PassResult optimize(const AutodiffResult& backward, const OptimizerSpec& optimizer);

// Which passes rewrite the step besides autodiff and the optimizer.
struct StepOptions {
  bool fusion = true;
  DType lowType = DType::F32;                      // mixed precision's narrow type; F32: off
  AmpClass (*ampClassOf)(const OpDef&) = nullptr;  // the device's autocast list; needed with a narrow type
  Checkpointing checkpointing;
  CheckpointCosts checkpointCosts;
};

struct StepGraph {
  Graph graph;
  std::vector<PassReport> reports;
};
// fuse -> amp -> autodiff -> checkpoint -> optimize. (Layouts, kernels and memory follow in the backend's compile.)
StepGraph buildTrainingStep(const Graph& forward, const OptimizerSpec& optimizer, const StepOptions& options = {});
// fuse -> amp: for validation.
StepGraph buildEvaluationStep(const Graph& forward, const StepOptions& options = {});

}  // namespace stepscope
