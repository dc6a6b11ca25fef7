// Batch normalisation (Ioffe & Szegedy 2015) with PyTorch's running statistics, an optional residual and an optional relu.
#include "core/base/units.h"
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

// Running statistics are absent if a training step recomputes the layer: they were updated the first time.
void checkNormInputs(const Graph& g, const Node& node, bool statisticsNeeded) {
  check(node.inputs.size() == 5 || node.inputs.size() == 6, node, "has " + std::to_string(node.inputs.size()) + " inputs where 5 or 6 are needed");
  for (std::size_t i = 0; i < 5; ++i) check(hasInput(node, i) || (i >= 3 && !statisticsNeeded), node, "an operand is absent");
  checkFloat(g, node, 0);
  const Shape& x = inputOf(g, node, 0).shape;
  check(x.size() >= 2, node, "the input is " + toString(x) + ", at least 2 dimensions are needed");
  for (std::size_t i = 1; i < 5; ++i)
    if (hasInput(node, i)) checkShape(g, node, i, {x[1]}, "a per-channel operand");
  if (hasInput(node, 5)) checkSameShape(g, node, 0, 5);
  check(node.attrs.real("eps") >= 0, node, "eps is negative");
}

// The mask has one byte per element until a backend chooses its own format; without relu there is no mask.
TensorType maskType(const Node& node, const Shape& x) {
  return {DType::U8, node.attrs.flag("relu") ? x : Shape{0}};
}

std::vector<TensorType> inferBatchNorm(const Graph& g, const Node& node) {
  checkNormInputs(g, node, false);
  const Value& x = inputOf(g, node, 0);
  check(x.shape[1] > 0 && numel(x.shape) / x.shape[1] > 1, node, "there is one value a channel, which has no variance",
        "Use a batch size of at least 2 for training");
  const double momentum = node.attrs.real("momentum");
  check(momentum >= 0 && momentum <= 1, node, "momentum is " + text::exact(momentum), "It must be between 0 and 1");
  const Shape channels{x.shape[1]};
  return {typeOf(x), {DType::F32, channels}, {DType::F32, channels}, maskType(node, x.shape)};
}

std::vector<TensorType> inferBatchNormInference(const Graph& g, const Node& node) {
  checkNormInputs(g, node, true);
  return {typeOf(inputOf(g, node, 0))};
}

std::vector<TensorType> inferBatchNormGrad(const Graph& g, const Node& node) {
  checkInputs(node, 6, 8);
  checkSameShape(g, node, 0, 1);
  const Value& x = inputOf(g, node, 0);
  check(x.shape.size() >= 2, node, "the input is " + toString(x.shape) + ", at least 2 dimensions are needed");
  const Shape channels{x.shape[1]};
  for (std::size_t i = 2; i < 6; ++i) checkShape(g, node, i, channels, "a per-channel operand");
  if (node.attrs.flag("relu")) check(hasInput(node, 6) && hasInput(node, 7), node, "the relu needs the mask and the output of the forward pass");
  std::vector<TensorType> types{typeOf(inputOf(g, node, 1)), {DType::F32, channels}, {DType::F32, channels}};
  if (node.attrs.flag("residual")) types.push_back(typeOf(inputOf(g, node, 1)));
  return types;
}

void batchNormGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const ValueId dy = e.gradientOf(0);
  const bool relu = forward.attrs.flag("relu"), residual = hasInput(forward, 5) && e.wants(5);
  const auto& out = forward.outputs;
  // Without relu the residual's gradient is dy itself, so nothing has to be computed.
  Attributes attrs{{"eps", forward.attrs.real("eps")}, {"relu", relu}, {"residual", residual && relu}};
  const NodeId id = e.emitNode(
      "batch_norm_grad", {forward.inputs[0], dy, forward.inputs[1], forward.inputs[2], out[1], out[2], relu ? out[3] : kNone, relu ? out[0] : kNone},
      std::move(attrs));
  const std::vector<ValueId> made = e.graph().node(id).outputs;
  if (e.wants(1)) e.contribute(1, made[1]);
  if (e.wants(2)) e.contribute(2, made[2]);
  if (residual) e.contribute(5, relu ? made[3] : dy);
  if (e.wants(0)) e.contribute(0, made[0]);
}

// Operations per element: 3 for the statistics (sum, square, sum), 2 for scale and shift, then one each for the residual and the relu.
Cost batchNormCost(const Graph& g, const Node& node) {
  const std::int64_t perElement = 5 + (hasInput(node, 5) ? 1 : 0) + (node.attrs.flag("relu") ? 1 : 0);
  return movedBytes(g, node, perElement * numel(inputOf(g, node, 0).shape));
}
Cost batchNormInferenceCost(const Graph& g, const Node& node) {
  const std::int64_t perElement = 2 + (hasInput(node, 5) ? 1 : 0) + (node.attrs.flag("relu") ? 1 : 0);
  return movedBytes(g, node, perElement * numel(inputOf(g, node, 0).shape));
}
// Two reductions (sum of g, sum of g * (x - mean)), then dx = a * g + b * x + c.
Cost batchNormGradCost(const Graph& g, const Node& node) {
  const std::int64_t perElement = 8 + (node.attrs.flag("relu") ? 1 : 0);
  return movedBytes(g, node, perElement * numel(inputOf(g, node, 0).shape));
}

}  // namespace

std::span<const OpDef> normalizationOps() {
  static const OpDef ops[] = {
      {.name = "batch_norm",
       .title = "batch norm",
       .attrs = "eps momentum relu",
       .infer = inferBatchNorm,
       .gradient = batchNormGradient,
       .cost = batchNormCost,
       .inPlace = {{0, 0}, {5, 0}},
       .mutates = {3, 4},
       .workspaceOutputs = {1, 2, 3}},
      {.name = "batch_norm_inference",
       .title = "batch norm (running statistics)",
       .attrs = "eps relu",
       .infer = inferBatchNormInference,
       .cost = batchNormInferenceCost,
       .inPlace = {{0, 0}, {5, 0}},
       .batch = {"swwwws", "s"}},
      {.name = "batch_norm_grad",
       .title = "batch norm backward",
       .attrs = "eps relu residual",
       .infer = inferBatchNormGrad,
       .cost = batchNormGradCost,
       .inPlace = {{1, 0}, {0, 0}}},
  };
  return ops;
}

}  // namespace stepscope
