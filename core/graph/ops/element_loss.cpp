// Losses of a prediction and a target of the same shape: mean squared error, L1, Huber, binary cross-entropy with logits, Kullback-Leibler
// divergence. Formulas and reductions are PyTorch's. An element with a NaN as target is not counted (padding of a short batch).
#include <cmath>

#include "core/base/units.h"
#include "core/graph/ops/loss_rules.h"

namespace stepscope {

using namespace ops;

namespace {

bool isBinary(const Node& node) {
  return node.op->id == OpId::BceWithLogitsLoss || node.op->id == OpId::BceWithLogitsLossGrad;
}

void checkOperands(const Graph& g, const Node& node) {
  checkFloat(g, node, 0);
  checkFloat(g, node, 1);
  checkSameShape(g, node, 0, 1);
  checkReduction(node, node.op->id == OpId::KlDivLoss || node.op->id == OpId::KlDivLossGrad);
  if (node.op->id == OpId::HuberLoss || node.op->id == OpId::HuberLossGrad) {
    const double delta = node.attrs.real("delta", 1.0);
    check(delta > 0 && std::isfinite(delta), node, "delta is " + text::exact(delta), "It must be greater than 0");
  }
  const Shape& shape = inputOf(g, node, 0).shape;
  check(reductionOf(node) != "batchmean" || !shape.empty(), node, "batchmean of a scalar is not defined");
}

// pos_weight is one number for all elements, or one per index of the last dimension.
void checkPosWeight(const Graph& g, const Node& node, std::size_t input) {
  if (!hasInput(node, input)) return;
  const Shape& shape = inputOf(g, node, 0).shape;
  const Shape& weight = inputOf(g, node, input).shape;
  const bool fits = weight.empty() || (weight.size() == 1 && !shape.empty() && weight[0] == shape.back());
  check(fits, node, "pos_weight is " + toString(weight) + " for a target of " + toString(shape),
        "It has one element, or as many as the last dimension");
  check(inputOf(g, node, input).dtype == DType::F32, node, "pos_weight is not f32");
}

std::vector<TensorType> inferLoss(const Graph& g, const Node& node) {
  checkInputs(node, 2, isBinary(node) ? 3 : 2);
  checkOperands(g, node);
  checkPosWeight(g, node, 2);
  return {{DType::F32, reductionOf(node) == "none" ? inputOf(g, node, 0).shape : Shape{}}};
}

// Inputs: (prediction, target, [dloss], [pos_weight]).
std::vector<TensorType> inferLossGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, isBinary(node) ? 4 : 3);
  checkOperands(g, node);
  if (hasInput(node, 2)) {
    checkShape(g, node, 2, reductionOf(node) == "none" ? inputOf(g, node, 0).shape : Shape{}, "the gradient of the loss");
  }
  checkPosWeight(g, node, 3);
  return {typeOf(inputOf(g, node, 0))};
}

void lossGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  const bool symmetric = !isBinary(forward) && forward.op->id != OpId::KlDivLoss;
  check(symmetric || !e.wants(1), forward, "the target depends on parameters, and this loss has no gradient for its target",
        "Give it a target that is not trained");
  std::vector<ValueId> inputs{forward.inputs[0], forward.inputs[1], e.gradientOf(0)};
  if (hasInput(forward, 2)) inputs.push_back(forward.inputs[2]);
  const NodeId node = e.emitNode(std::string(forward.op->name) + "_grad", std::move(inputs), forward.attrs);
  const ValueId dx = e.graph().node(node).outputs[0];
  if (e.wants(0)) e.contribute(0, dx);
  // The loss depends only on the difference of prediction and target, so the target's gradient is the negative of the prediction's.
  if (e.wants(1)) e.contribute(1, e.graph().node(e.emitNode("neg", {dx}, {})).outputs[0]);
}

template <int perElement>
Cost lossCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, perElement * numel(inputOf(g, node, 0).shape));
}

constexpr std::string_view kAttributes = "reduction delta";

OpDef forwardOp(std::string_view name, std::string_view title, Cost (*cost)(const Graph&, const Node&)) {
  return {.name = name,
          .title = title,
          .attrs = kAttributes,
          .infer = inferLoss,
          .gradient = lossGradient,
          .cost = cost,
          .ampCuda = AmpClass::F32,
          .ampCpu = AmpClass::F32,
          .unitLossGradient = true};
}

OpDef backwardOp(std::string_view name, std::string_view title, Cost (*cost)(const Graph&, const Node&)) {
  return {.name = name, .title = title, .attrs = kAttributes, .infer = inferLossGrad, .cost = cost, .inPlace = {{0, 0}}};
}

}  // namespace

std::span<const OpDef> elementLossOps() {
  static const OpDef ops[] = {
      forwardOp("mse_loss", "mean squared error", lossCost<3>),
      backwardOp("mse_loss_grad", "mean squared error backward", lossCost<2>),
      forwardOp("l1_loss", "L1 loss", lossCost<3>),
      backwardOp("l1_loss_grad", "L1 loss backward", lossCost<2>),
      forwardOp("huber_loss", "Huber loss", lossCost<5>),
      backwardOp("huber_loss_grad", "Huber loss backward", lossCost<3>),
      forwardOp("bce_with_logits_loss", "binary cross-entropy", lossCost<8>),
      backwardOp("bce_with_logits_loss_grad", "binary cross-entropy backward", lossCost<7>),
      forwardOp("kl_div_loss", "Kullback-Leibler divergence", lossCost<4>),
      backwardOp("kl_div_loss_grad", "Kullback-Leibler divergence backward", lossCost<1>),
  };
  return ops;
}

}  // namespace stepscope
