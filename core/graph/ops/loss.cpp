// Losses over classes: softmax cross-entropy and negative log-likelihood, with class weights and ignored labels; the number of correct predictions. A
// negative label is never counted (padding of a short batch), and neither is `ignore_index`. With `every_label`, a negative label other than
// `ignore_index` is an error, like a label beyond the number of classes.
#include <cmath>

#include "core/base/units.h"
#include "core/graph/ops/loss_rules.h"

namespace stepscope {

using namespace ops;

namespace {

void checkLabels(const Graph& g, const Node& node, std::size_t input, std::int64_t rows) {
  checkShape(g, node, input, {rows}, "the labels");
  check(inputOf(g, node, input).dtype == DType::I32, node, "the labels are not i32");
}

void checkLogits(const Graph& g, const Node& node) {
  checkFloat(g, node, 0);
  checkRank(g, node, 0, 2);
  check(inputOf(g, node, 0).shape[1] >= 1, node, "there are no classes");
  checkLabels(g, node, 1, inputOf(g, node, 0).shape[0]);
}

void checkClassWeights(const Graph& g, const Node& node, std::size_t input, std::int64_t classes) {
  if (!hasInput(node, input)) return;
  checkShape(g, node, input, {classes}, "the class weights");
  check(inputOf(g, node, input).dtype == DType::F32, node, "the class weights are not f32");
}

void checkSmoothing(const Node& node) {
  const double smoothing = node.attrs.real("label_smoothing", 0.0);
  check(smoothing >= 0 && smoothing <= 1, node, "label_smoothing is " + text::exact(smoothing), "It must be between 0 and 1");
  node.attrs.integer("ignore_index", -1);
}

std::vector<TensorType> inferCrossEntropy(const Graph& g, const Node& node) {
  checkInputs(node, 2, 3);
  checkLogits(g, node);
  checkClassWeights(g, node, 2, inputOf(g, node, 0).shape[1]);
  checkSmoothing(node);
  return {{DType::F32, {}}, {DType::F32, inputOf(g, node, 0).shape}};
}

// Inputs: (probabilities, labels, [dloss], [class weights]).
std::vector<TensorType> inferCrossEntropyGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 4);
  checkLogits(g, node);
  if (hasInput(node, 2)) checkShape(g, node, 2, {}, "the gradient of the loss");
  checkClassWeights(g, node, 3, inputOf(g, node, 0).shape[1]);
  checkSmoothing(node);
  return {typeOf(inputOf(g, node, 0))};
}

// If output 0 is the loss itself, its gradient is 1 and the third input is absent.
void crossEntropyGradient(GradientEmitter& e) {
  require(e.gradientOf(1) == kNone, "a gradient with respect to the probabilities of softmax_cross_entropy is not known");
  const Node& forward = e.forward();
  std::vector<ValueId> inputs{forward.outputs[1], forward.inputs[1]};
  const bool weighted = hasInput(forward, 2);
  if (e.gradientOf(0) != kNone || weighted) inputs.push_back(e.gradientOf(0));
  if (weighted) inputs.push_back(forward.inputs[2]);
  e.contribute(0, e.graph().node(e.emitNode("softmax_cross_entropy_grad", std::move(inputs), forward.attrs)).outputs[0]);
}

std::vector<TensorType> inferNll(const Graph& g, const Node& node) {
  checkInputs(node, 2, 3);
  checkLogits(g, node);
  checkClassWeights(g, node, 2, inputOf(g, node, 0).shape[1]);
  node.attrs.integer("ignore_index", -1);
  checkReduction(node, false);
  return {{DType::F32, reductionOf(node) == "none" ? Shape{inputOf(g, node, 0).shape[0]} : Shape{}}};
}

// Inputs: (labels, [dloss], [class weights]).
std::vector<TensorType> inferNllGrad(const Graph& g, const Node& node) {
  checkInputs(node, 1, 3);
  const Shape& shape = node.attrs.integers("input_shape");
  check(shape.size() == 2, node, "input_shape does not have two dimensions");
  checkLabels(g, node, 0, shape[0]);
  if (hasInput(node, 1)) checkShape(g, node, 1, reductionOf(node) == "none" ? Shape{shape[0]} : Shape{}, "the gradient of the loss");
  checkClassWeights(g, node, 2, shape[1]);
  return {{DType::F32, shape}};
}

void nllGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  std::vector<ValueId> inputs{forward.inputs[1], e.gradientOf(0)};
  if (hasInput(forward, 2)) inputs.push_back(forward.inputs[2]);
  Attributes attrs = forward.attrs;
  attrs.set("input_shape", e.graph().value(forward.inputs[0]).shape);
  e.contribute(0, e.graph().node(e.emitNode("nll_loss_grad", std::move(inputs), std::move(attrs))).outputs[0]);
}

std::vector<TensorType> inferAccuracy(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkLogits(g, node);
  return {{DType::F32, {}}};
}

// 5 operations per element: maximum, subtract, exponential, sum, divide.
Cost crossEntropyCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 5 * numel(inputOf(g, node, 0).shape));
}
Cost accuracyCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, numel(inputOf(g, node, 0).shape));
}

// Only one element per row is read.
Cost nllCost(const Graph& g, const Node& node) {
  Cost cost = movedBytes(g, node, 2 * inputOf(g, node, 1).shape[0]);
  cost.bytesRead += 4 * inputOf(g, node, 1).shape[0] - inputOf(g, node, 0).bytes;
  return cost;
}

}  // namespace

std::span<const OpDef> lossOps() {
  static const OpDef ops[] = {
      {.name = "softmax_cross_entropy",
       .title = "softmax cross-entropy",
       .attrs = "label_smoothing ignore_index",
       .infer = inferCrossEntropy,
       .gradient = crossEntropyGradient,
       .cost = crossEntropyCost,
       .ampCuda = AmpClass::F32,
       .ampCpu = AmpClass::F32,
       .inPlace = {{0, 1}},
       .unitLossGradient = true},
      {.name = "softmax_cross_entropy_grad",
       .title = "softmax cross-entropy backward",
       .attrs = "label_smoothing ignore_index",
       .infer = inferCrossEntropyGrad,
       .cost = elementwiseCost<2>,
       .inPlace = {{0, 0}}},
      {.name = "nll_loss",
       .title = "negative log-likelihood",
       .attrs = "ignore_index reduction every_label",
       .infer = inferNll,
       .gradient = nllGradient,
       .cost = nllCost,
       .ampCuda = AmpClass::F32,
       .ampCpu = AmpClass::F32,
       .unitLossGradient = true},
      {.name = "nll_loss_grad",
       .title = "negative log-likelihood backward",
       .attrs = "ignore_index reduction every_label input_shape",
       .infer = inferNllGrad,
       .cost = elementwiseCost<1>},
      {.name = "accuracy", .title = "accuracy", .attrs = "ignore_index", .infer = inferAccuracy, .cost = accuracyCost},
  };
  return ops;
}

}  // namespace stepscope
