// Softmax cross-entropy (mean over labels that are not -1) and the count of right answers.
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

void checkLabels(const Graph& g, const Node& node, std::int64_t rows) {
  checkShape(g, node, 1, {rows}, "the labels");
  check(inputOf(g, node, 1).dtype == DType::I32, node, "the labels are not i32");
}

void checkLogits(const Graph& g, const Node& node) {
  checkFloat(g, node, 0);
  checkRank(g, node, 0, 2);
  check(inputOf(g, node, 0).shape[1] >= 1, node, "there are no classes");
  checkLabels(g, node, inputOf(g, node, 0).shape[0]);
}

std::vector<TensorType> inferCrossEntropy(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkLogits(g, node);
  return {{DType::F32, {}}, {DType::F32, inputOf(g, node, 0).shape}};
}

std::vector<TensorType> inferCrossEntropyGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 3);
  checkLogits(g, node);
  if (hasInput(node, 2)) checkShape(g, node, 2, {}, "the gradient of the loss");
  return {typeOf(inputOf(g, node, 0))};
}

// The loss itself has gradient 1, which is an absent third input.
void crossEntropyGradient(GradientEmitter& e) {
  require(e.gradientOf(1) == kNone, "a gradient with respect to the probabilities of softmax_cross_entropy is not known");
  const Node& forward = e.forward();
  std::vector<ValueId> inputs{forward.outputs[1], forward.inputs[1]};
  if (e.gradientOf(0) != kNone) inputs.push_back(e.gradientOf(0));
  e.contribute(0, e.graph().node(e.emitNode("softmax_cross_entropy_grad", std::move(inputs), {})).outputs[0]);
}

std::vector<TensorType> inferAccuracy(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkLogits(g, node);
  return {{DType::F32, {}}};
}

// Maximum, subtract, exponential, sum, divide.
Cost crossEntropyCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 5 * numel(inputOf(g, node, 0).shape));
}
Cost accuracyCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, numel(inputOf(g, node, 0).shape));
}

}  // namespace

std::span<const OpDef> lossOps() {
  static const OpDef ops[] = {
      {.name = "softmax_cross_entropy",
       .title = "softmax cross-entropy",
       .infer = inferCrossEntropy,
       .gradient = crossEntropyGradient,
       .cost = crossEntropyCost,
       .ampCuda = AmpClass::F32,
       .ampCpu = AmpClass::F32,
       .inPlace = {{0, 1}},
       .unitLossGradient = true},
      {.name = "softmax_cross_entropy_grad",
       .title = "softmax cross-entropy backward",
       .infer = inferCrossEntropyGrad,
       .cost = elementwiseCost<2>,
       .inPlace = {{0, 0}}},
      {.name = "accuracy", .title = "accuracy", .infer = inferAccuracy, .cost = accuracyCost},
  };
  return ops;
}

}  // namespace stepscope
