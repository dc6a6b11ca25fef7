// Activations of one element: leaky relu, elu, gelu, silu, sigmoid, tanh, hard swish, hard sigmoid, softplus. Formulas and defaults are
// PyTorch's. What backward keeps is chosen for memory traffic: a monotonic activation is undone from its output, which the layer behind it
// keeps anyway; gelu, silu, hard swish and softplus read their input again and recompute, because a saved derivative would be one more
// tensor to write and to read while the recomputation hides behind the memory.
#include <cmath>

#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

std::vector<TensorType> inferActivation(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  return {typeOf(inputOf(g, node, 0))};
}

// (dy, x) or (dy, y) of the activation.
std::vector<TensorType> inferActivationGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  checkFloat(g, node, 1);
  checkSameShape(g, node, 0, 1);
  return {typeOf(inputOf(g, node, 0))};
}

// A factor for negative inputs. Below 0 the output would not tell which side of 0 its input was on.
void checkAlpha(const Node& node) {
  const double alpha = node.attrs.real("alpha");
  check(alpha >= 0 && std::isfinite(alpha), node, "alpha is " + std::to_string(alpha), "It must be at least 0");
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
  check(beta > 0 && std::isfinite(beta), node, "beta is " + std::to_string(beta), "It must be greater than 0");
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

}  // namespace

std::span<const OpDef> activationOps() {
  using Places = std::vector<InPlacePair>;
  const Places forward{{0, 0}}, backward{{0, 0}, {1, 0}};
  static const OpDef ops[] = {
      {.name = "leaky_relu",
       .title = "leaky relu",
       .attrs = "alpha",
       .infer = inferWithAlpha,
       .gradient = gradientFromOutput,
       .cost = elementwiseCost<2>,
       .inPlace = forward,
       .formula = leakyRelu,
       .activation = true},
      {.name = "leaky_relu_grad",
       .title = "leaky relu backward",
       .attrs = "alpha",
       .infer = inferActivationGrad,
       .cost = elementwiseCost<2>,
       .inPlace = backward,
       .formula = slopeOf<leakyRelu>},
      {.name = "elu",
       .title = "elu",
       .attrs = "alpha",
       .infer = inferWithAlpha,
       .gradient = gradientFromOutput,
       .cost = elementwiseCost<3>,
       .inPlace = forward,
       .formula = elu,
       .activation = true},
      {.name = "elu_grad",
       .title = "elu backward",
       .attrs = "alpha",
       .infer = inferActivationGrad,
       .cost = elementwiseCost<3>,
       .inPlace = backward,
       .formula = slopeOf<elu>},
      {.name = "gelu",
       .title = "gelu",
       .attrs = "approximate",
       .infer = inferGelu,
       .gradient = gradientFromInput,
       .cost = elementwiseCost<5>,
       .inPlace = forward,
       .formula = gelu,
       .activation = true},
      {.name = "gelu_grad",
       .title = "gelu backward",
       .attrs = "approximate",
       .infer = inferActivationGrad,
       .cost = elementwiseCost<9>,
       .inPlace = backward,
       .formula = slopeOf<gelu>},
      {.name = "silu",
       .title = "silu",
       .infer = inferActivation,
       .gradient = gradientFromInput,
       .cost = elementwiseCost<5>,
       .inPlace = forward,
       .formula = plainly<Formula::Silu>,
       .activation = true},
      {.name = "silu_grad",
       .title = "silu backward",
       .infer = inferActivationGrad,
       .cost = elementwiseCost<9>,
       .inPlace = backward,
       .formula = slopeOf<plainly<Formula::Silu>>},
      {.name = "sigmoid",
       .title = "sigmoid",
       .infer = inferActivation,
       .gradient = gradientFromOutput,
       .cost = elementwiseCost<4>,
       .inPlace = forward,
       .formula = plainly<Formula::Sigmoid>,
       .activation = true},
      {.name = "sigmoid_grad",
       .title = "sigmoid backward",
       .infer = inferActivationGrad,
       .cost = elementwiseCost<3>,
       .inPlace = backward,
       .formula = slopeOf<plainly<Formula::Sigmoid>>},
      {.name = "tanh",
       .title = "tanh",
       .infer = inferActivation,
       .gradient = gradientFromOutput,
       .cost = elementwiseCost<4>,
       .inPlace = forward,
       .formula = plainly<Formula::Tanh>,
       .activation = true},
      {.name = "tanh_grad",
       .title = "tanh backward",
       .infer = inferActivationGrad,
       .cost = elementwiseCost<3>,
       .inPlace = backward,
       .formula = slopeOf<plainly<Formula::Tanh>>},
      {.name = "hardswish",
       .title = "hard swish",
       .infer = inferActivation,
       .gradient = gradientFromInput,
       .cost = elementwiseCost<4>,
       .inPlace = forward,
       .formula = plainly<Formula::HardSwish>,
       .activation = true},
      {.name = "hardswish_grad",
       .title = "hard swish backward",
       .infer = inferActivationGrad,
       .cost = elementwiseCost<4>,
       .inPlace = backward,
       .formula = slopeOf<plainly<Formula::HardSwish>>},
      {.name = "hardsigmoid",
       .title = "hard sigmoid",
       .infer = inferActivation,
       .gradient = gradientFromOutput,
       .cost = elementwiseCost<3>,
       .inPlace = forward,
       .formula = plainly<Formula::HardSigmoid>,
       .activation = true},
      {.name = "hardsigmoid_grad",
       .title = "hard sigmoid backward",
       .infer = inferActivationGrad,
       .cost = elementwiseCost<2>,
       .inPlace = backward,
       .formula = slopeOf<plainly<Formula::HardSigmoid>>},
      {.name = "softplus",
       .title = "softplus",
       .attrs = "beta threshold",
       .infer = inferSoftplus,
       .gradient = gradientFromInput,
       .cost = elementwiseCost<4>,
       .ampCuda = AmpClass::F32,
       .inPlace = forward,
       .formula = softplus,
       .activation = true},
      {.name = "softplus_grad",
       .title = "softplus backward",
       .attrs = "beta threshold",
       .infer = inferActivationGrad,
       .cost = elementwiseCost<5>,
       .inPlace = backward,
       .formula = slopeOf<softplus>},
  };
  return ops;
}

}  // namespace stepscope
