// Element-wise activations: leaky relu, elu, gelu, silu, sigmoid, tanh, hard swish, hard sigmoid, softplus. Formulas and defaults are PyTorch's.
// The tensor kept for backward is chosen for little memory traffic. Leaky relu, elu, sigmoid, tanh and hard sigmoid compute their slope from their
// output, which the next layer keeps anyway. Gelu, silu, hard swish and softplus compute it from their input: a saved slope would be one more tensor
// to write and to read, which takes longer than to compute it again.
#include <cmath>

#include "core/base/units.h"
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

std::vector<TensorType> inferActivation(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  return {typeOf(inputOf(g, node, 0))};
}

// Inputs: (dy, x) or (dy, y).
std::vector<TensorType> inferActivationGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  checkFloat(g, node, 1);
  checkSameShape(g, node, 0, 1);
  return {typeOf(inputOf(g, node, 0))};
}

// Checks that the factor for negative inputs is not negative; otherwise the sign of the output would not show the sign of the input.
void checkAlpha(const Node& node) {
  const double alpha = node.attrs.real("alpha");
  check(alpha >= 0 && std::isfinite(alpha), node, "alpha is " + text::exact(alpha), "It must be at least 0");
}
std::vector<TensorType> inferWithAlpha(const Graph& g, const Node& node) {
  checkAlpha(node);
  return inferActivation(g, node);
}

std::vector<TensorType> inferGelu(const Graph& g, const Node& node) {
  const std::string& approximate = node.attrs.text("approximate");
  check(approximate == "none" || approximate == "tanh", node, "approximate is \"" + approximate + "\"", "It is \"none\" or \"tanh\"");
  return inferActivation(g, node);
}

std::vector<TensorType> inferSoftplus(const Graph& g, const Node& node) {
  const double beta = node.attrs.real("beta"), threshold = node.attrs.real("threshold");
  check(beta > 0 && std::isfinite(beta), node, "beta is " + text::exact(beta), "It must be greater than 0");
  check(!std::isnan(threshold), node, "threshold is not a number");
  return inferActivation(g, node);
}

FormulaUse leakyRelu(const Attributes& attrs) {
  return {Formula::LeakyRelu, static_cast<float>(attrs.real("alpha", 0.0))};
}
FormulaUse elu(const Attributes& attrs) {
  return {Formula::Elu, static_cast<float>(attrs.real("alpha", 0.0))};
}
FormulaUse gelu(const Attributes& attrs) {
  return {attrs.text("approximate") == "tanh" ? Formula::GeluTanh : Formula::Gelu};
}
FormulaUse softplus(const Attributes& attrs) {
  return {Formula::Softplus, static_cast<float>(attrs.real("beta", 1.0)), static_cast<float>(attrs.real("threshold", 20.0))};
}

void emitGradient(GradientEmitter& e, ValueId kept) {
  const Node& forward = e.forward();
  const NodeId node = e.emitNode(std::string(forward.op->name) + "_grad", {e.gradientOf(0), kept}, forward.attrs);
  e.contribute(0, e.graph().node(node).outputs[0]);
}
void gradientFromInput(GradientEmitter& e) {
  emitGradient(e, e.forward().inputs[0]);
}
void gradientFromOutput(GradientEmitter& e) {
  emitGradient(e, e.forward().outputs[0]);
}

// Table entries of an activation, and of its gradient from the kept tensor.
OpDef activation(std::string_view name, std::string_view title, std::string_view attrs, decltype(OpDef::infer) infer,
                 decltype(OpDef::gradient) gradient, decltype(OpDef::cost) cost, decltype(OpDef::formula) formula) {
  OpDef op = entry(name, title, attrs, infer, gradient, cost);
  op.inPlace = {{0, 0}};
  op.formula = formula;
  op.activation = true;
  return op;
}
OpDef backward(std::string_view name, std::string_view title, std::string_view attrs, decltype(OpDef::cost) cost, decltype(OpDef::formula) slope) {
  OpDef op = entry(name, title, attrs, inferActivationGrad, nullptr, cost);
  op.inPlace = {{0, 0}, {1, 0}};
  op.formula = slope;
  return op;
}

}  // namespace

std::span<const OpDef> activationOps() {
  static const OpDef ops[] = {
      activation("leaky_relu", "leaky relu", "alpha", inferWithAlpha, gradientFromOutput, elementwiseCost<2>, leakyRelu),
      backward("leaky_relu_grad", "leaky relu backward", "alpha", elementwiseCost<2>, slopeOf<leakyRelu>),
      activation("elu", "elu", "alpha", inferWithAlpha, gradientFromOutput, elementwiseCost<3>, elu),
      backward("elu_grad", "elu backward", "alpha", elementwiseCost<3>, slopeOf<elu>),
      activation("gelu", "gelu", "approximate", inferGelu, gradientFromInput, elementwiseCost<5>, gelu),
      backward("gelu_grad", "gelu backward", "approximate", elementwiseCost<9>, slopeOf<gelu>),
      activation("silu", "silu", "", inferActivation, gradientFromInput, elementwiseCost<5>, plainly<Formula::Silu>),
      backward("silu_grad", "silu backward", "", elementwiseCost<9>, slopeOf<plainly<Formula::Silu>>),
      activation("sigmoid", "sigmoid", "", inferActivation, gradientFromOutput, elementwiseCost<4>, plainly<Formula::Sigmoid>),
      backward("sigmoid_grad", "sigmoid backward", "", elementwiseCost<3>, slopeOf<plainly<Formula::Sigmoid>>),
      activation("tanh", "tanh", "", inferActivation, gradientFromOutput, elementwiseCost<4>, plainly<Formula::Tanh>),
      backward("tanh_grad", "tanh backward", "", elementwiseCost<3>, slopeOf<plainly<Formula::Tanh>>),
      activation("hardswish", "hard swish", "", inferActivation, gradientFromInput, elementwiseCost<4>, plainly<Formula::HardSwish>),
      backward("hardswish_grad", "hard swish backward", "", elementwiseCost<4>, slopeOf<plainly<Formula::HardSwish>>),
      activation("hardsigmoid", "hard sigmoid", "", inferActivation, gradientFromOutput, elementwiseCost<3>, plainly<Formula::HardSigmoid>),
      backward("hardsigmoid_grad", "hard sigmoid backward", "", elementwiseCost<2>, slopeOf<plainly<Formula::HardSigmoid>>),
      withAmp(activation("softplus", "softplus", "beta threshold", inferSoftplus, gradientFromInput, elementwiseCost<4>, softplus), AmpClass::F32),
      backward("softplus_grad", "softplus backward", "beta threshold", elementwiseCost<5>, slopeOf<softplus>),
  };
  return ops;
}

}  // namespace stepscope
