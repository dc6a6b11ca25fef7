// scaleLoss: the first half of torch.amp.GradScaler as nodes. The second half (check, skipped steps, new scale) is in optimize.
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/graph/model_outputs.h"
#include "core/passes/pass_report.h"
#include "core/passes/step_graph.h"

namespace stepscope {

PassResult scaleLoss(const Graph& forward, const GradScalerSpec& spec) {
  const ValueId loss = modelOutputs(forward).loss;
  require(loss != kNone, "a graph without a loss cannot have it scaled");
  Graph graph = forward;
  const ValueId scale = graph.addPersistent(Role::OptimizerState, kLossScale, DType::F32, {}, {Init::Kind::Constant, spec.initScale, 0});
  graph.addPersistent(Role::OptimizerState, kGrowthTracker, DType::I32, {}, {});
  graph.markOutput(kScaledLoss, graph.add("mul", {loss, scale}, {}, "grad_scaler"));
  PassReport report = reportChange("scale_loss", forward, graph);
  report.notes.push_back(
      fmt::format("the loss is multiplied by {:.6g} at first; {:.6g} times that after {} steps in a row without an overflow, {:.6g} "
                  "times that after each step that overflows, which is skipped",
                  spec.initScale, spec.growthFactor, spec.growthInterval, spec.backoffFactor));
  return {std::move(graph), std::move(report)};
}

}  // namespace stepscope
