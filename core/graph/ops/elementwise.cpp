// Ops that make one output element from the elements at the same position: relu, add, dropout.
#include "core/base/units.h"
#include "core/graph/ops/broadcast.h"

namespace stepscope {

using namespace ops;

namespace {

std::vector<TensorType> inferReluGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkSameShape(g, node, 0, 1);
  return {typeOf(inputOf(g, node, 0))};
}

void reluGradient(GradientEmitter& e) {
  const ValueId dy = e.gradientOf(0);
  e.contribute(0, e.graph().node(e.emitNode("relu_grad", {dy, e.forward().outputs[0]}, {})).outputs[0]);
}

std::vector<TensorType> inferAdd(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  checkFloat(g, node, 1);
  const Value &a = inputOf(g, node, 0), &b = inputOf(g, node, 1);
  if (node.attrs.flag("relu")) checkSameShape(g, node, 0, 1);
  return {{promoted(a, b), broadcastShape(g, node, 0, 1)}};
}

// If both inputs have the output's shape, both get the same gradient value without a copy.
void addGradient(GradientEmitter& e) {
  const ValueId dy = gradientBeforeRelu(e);
  for (int input : {0, 1})
    if (e.wants(input)) contributeSummed(e, input, dy);
}

FormulaUse add(const Attributes& attrs) {
  return {attrs.flag("relu") ? Formula::AddRelu : Formula::Add};
}

Cost addCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, (node.attrs.flag("relu") ? 2 : 1) * numel(g.value(node.outputs[0]).shape));
}

// For dropout, and for stochastic_depth, which drops whole samples.
std::vector<TensorType> inferDropout(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  checkShape(g, node, 1, {}, "the seed");
  check(inputOf(g, node, 1).dtype == DType::I64, node, "the seed is not i64");
  const double p = node.attrs.real("p");
  check(p >= 0 && p < 1, node, "p is " + text::exact(p), "The fraction that is dropped must be at least 0 and less than 1");
  node.attrs.integer("op_id");
  return {typeOf(inputOf(g, node, 0))};
}

std::vector<TensorType> inferStochasticDepth(const Graph& g, const Node& node) {
  std::vector<TensorType> y = inferDropout(g, node);
  check(!y[0].shape.empty(), node, "the input is a scalar, samples along its first dimension are needed");
  return y;
}

// Backward makes the same random draws again: no mask is kept.
void dropoutGradient(GradientEmitter& e) {
  const Node& forward = e.forward();
  e.contribute(0, e.graph().node(e.emitNode(forward.op->name, {e.gradientOf(0), forward.inputs[1]}, forward.attrs)).outputs[0]);
}

}  // namespace

std::span<const OpDef> elementwiseOps() {
  static const OpDef ops[] = {
      {.name = "relu",
       .title = "relu",
       .infer = inferUnary,
       .gradient = reluGradient,
       .cost = elementwiseCost<1>,
       .inPlace = {{0, 0}},
       .formula = plainly<Formula::Relu>},
      {.name = "relu_grad",
       .title = "relu backward",
       .infer = inferReluGrad,
       .cost = elementwiseCost<1>,
       .inPlace = {{0, 0}, {1, 0}},
       .formula = plainly<Formula::ReluGrad>},
      {.name = "add",
       .title = "add",
       .attrs = "relu",
       .infer = inferAdd,
       .gradient = addGradient,
       .cost = addCost,
       .inPlace = {{0, 0}, {1, 0}},
       .formula = add},
      {.name = "dropout",
       .title = "dropout",
       .attrs = "p op_id",
       .infer = inferDropout,
       .gradient = dropoutGradient,
       .cost = elementwiseCost<2>,
       .inPlace = {{0, 0}}},
      // Huang et al. 2016; torchvision.ops.StochasticDepth with mode "row".
      {.name = "stochastic_depth",
       .title = "stochastic depth",
       .attrs = "p op_id",
       .infer = inferStochasticDepth,
       .gradient = dropoutGradient,
       .cost = elementwiseCost<1>,
       .inPlace = {{0, 0}}},
  };
  return ops;
}

}  // namespace stepscope
