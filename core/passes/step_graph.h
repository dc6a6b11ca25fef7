// The order of the passes, in one place: from the forward graph to the graph of one training step.
#pragma once

#include <string>
#include <vector>

#include "core/graph/optimizer.h"
#include "core/passes/amp.h"
#include "core/passes/checkpointing.h"
#include "core/passes/pass_result.h"
#include "core/passes/recompute_norms.h"

namespace stepscope {

// Fuses forward patterns: conv/linear/add + relu, batch norm (+ add) (+ relu). Runs before autodiff, so that gradients are fused too.
PassResult fuse(const Graph& forward);
// If only LSTM and GRU layers read an embedding, and it looks up at least twice as many rows as its table has, the table is multiplied by their input
// weights once per row instead of once per token. The results differ only in rounding, since sums are in another order.
PassResult foldEmbedding(const Graph& forward);
// Appends the gradients of `loss` with respect to every parameter.
AutodiffResult autodiff(const Graph& forward, ValueId loss);
AutodiffResult autodiff(const Graph& forward);  // of the model's loss
// Multiplies the model's loss by the state kLossScale and makes the product the output kScaledLoss, from which autodiff then starts. For such a graph
// optimize() adds the rest of torch.amp.GradScaler: gradients are divided by the scale where they are read, a step with a gradient that is not finite
// updates no parameter (the output kFoundInf is then 1, else 0), and the scale changes by the rules of GradScaler.
PassResult scaleLoss(const Graph& forward, const GradScalerSpec& spec);
inline constexpr const char* kLossScale = "grad_scaler.scale";               // state, f32
inline constexpr const char* kGrowthTracker = "grad_scaler.growth_tracker";  // state, i32: steps since the last overflow or growth
inline constexpr const char* kScaledLoss = "scaled_loss";
inline constexpr const char* kFoundInf = "found_inf";
// Appends the optimizer: one node per large parameter, one for all small ones with the same settings. Adds the Scalars "lr" and, if used, "step",
// "momentum" and "ema_decay"; OptimizerState values "<parameter>.momentum", "<parameter>.exp_avg", ...; with clipping by norm the output "grad_norm".
// Throws Error (Input) if the pattern of a group matches no parameter.
PassResult optimize(const AutodiffResult& backward, const OptimizerSpec& optimizer);

// The passes that switches turn on, besides autodiff and the optimizer.
struct PassSettings {
  bool fusion = true;
  DType lowType = DType::F32;  // mixed precision's narrow type; F32: off
  Checkpointing checkpointing{};
  bool operator==(const PassSettings&) const = default;
};
// The settings, and what the passes need to know of the device.
struct StepOptions : PassSettings {
  AmpClassOf ampClassOf;  // the device's autocast list; needed if lowType is narrow
  CheckpointCosts checkpointCosts;
  NormRecomputation norms;
};

struct StepGraph {
  Graph graph;
  std::vector<PassReport> reports;
};
// Runs fuse -> fold_embedding -> amp -> scaleLoss (if OptimizerSpec::scalesLoss) -> autodiff -> checkpoint (if it is off and fusion is on:
// recompute_norms) -> optimize. Layouts, kernels and memory follow in Backend::compile().
StepGraph buildTrainingStep(const Graph& forward, const OptimizerSpec& optimizer, const StepOptions& options = {});
// Runs fuse -> fold_embedding -> amp: the graph for validation.
StepGraph buildEvaluationStep(const Graph& forward, const StepOptions& options = {});

}  // namespace stepscope
