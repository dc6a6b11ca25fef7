// Arithmetic with NumPy broadcasting: sub, mul, div, pow; comparisons and select; neg, exp, log, sqrt, erf, floor, clamp of one operand;
// expand and the constant.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/units.h"
#include "core/graph/ops/broadcast.h"

namespace stepscope {

using namespace ops;

namespace {

std::vector<TensorType> inferUnaryGrad(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  checkFloat(g, node, 1);
  checkSameShape(g, node, 0, 1);
  return {typeOf(inputOf(g, node, 0))};
}

std::vector<TensorType> inferBinary(const Graph& g, const Node& node) {
  checkInputs(node, 2, 2);
  checkFloat(g, node, 0);
  checkFloat(g, node, 1);
  return {{promoted(inputOf(g, node, 0), inputOf(g, node, 1)), broadcastShape(g, node, 0, 1)}};
}

ValueId emitOne(GradientEmitter& e, std::string_view op, std::vector<ValueId> inputs, Attributes attrs = {}) {
  return e.graph().node(e.emitNode(op, std::move(inputs), std::move(attrs))).outputs[0];
}

void subGradient(GradientEmitter& e) {
  const ValueId dy = e.gradientOf(0);
  if (e.wants(0)) contributeSummed(e, 0, dy);
  if (e.wants(1)) contributeSummed(e, 1, emitOne(e, "neg", {dy}));
}

void mulGradient(GradientEmitter& e) {
  const ValueId dy = e.gradientOf(0), a = e.forward().inputs[0], b = e.forward().inputs[1];
  if (e.wants(0)) contributeProduct(e, 0, dy, b);
  if (e.wants(1)) contributeProduct(e, 1, dy, a);
}

// d(a / b) / db = -y / b.
void divGradient(GradientEmitter& e) {
  const ValueId b = e.forward().inputs[1], y = e.forward().outputs[0];
  const ValueId scaled = emitOne(e, "div", {e.gradientOf(0), b});
  if (e.wants(0)) contributeSummed(e, 0, scaled);
  if (e.wants(1)) contributeProduct(e, 1, emitOne(e, "neg", {scaled}), y);
}

void powGradient(GradientEmitter& e) {
  const ValueId dy = e.gradientOf(0), a = e.forward().inputs[0], b = e.forward().inputs[1];
  if (e.wants(0)) contributeProduct(e, 0, dy, emitOne(e, "pow_grad_base", {a, b}));
  if (e.wants(1)) contributeProduct(e, 1, dy, emitOne(e, "pow_grad_exponent", {a, b}));
}

// Step functions: their slope is 0 wherever it is defined.
void zeroGradient(GradientEmitter& e) {
  for (int input = 0; input < static_cast<int>(e.forward().inputs.size()); ++input) {
    if (!e.wants(input)) continue;
    const Value x = e.graph().value(e.forward().inputs[static_cast<std::size_t>(input)]);
    e.contribute(input, emitOne(e, "fill", {}, {{"shape", x.shape}, {"value", 0.0}}));
  }
}

// y = a != 0 ? b : 0, so that elements that were not selected may be anything, even NaN or infinity.
void selectGradient(GradientEmitter& e) {
  const ValueId dy = e.gradientOf(0), a = e.forward().inputs[0];
  if (e.wants(0)) e.contribute(0, emitOne(e, "fill", {}, {{"shape", e.graph().value(a).shape}, {"value", 0.0}}));
  if (e.wants(1)) contributeSummed(e, 1, emitOne(e, "select", {a, dy}));
}

void negGradient(GradientEmitter& e) {
  e.contribute(0, emitOne(e, "neg", {e.gradientOf(0)}));
}
void expGradient(GradientEmitter& e) {
  e.contribute(0, emitOne(e, "mul", {e.gradientOf(0), e.forward().outputs[0]}));
}
void logGradient(GradientEmitter& e) {
  e.contribute(0, emitOne(e, "div", {e.gradientOf(0), e.forward().inputs[0]}));
}
// The slope of erf is 2 / sqrt(pi) * exp(-x * x).
void erfGradient(GradientEmitter& e) {
  const ValueId x = e.forward().inputs[0];
  const ValueId bell = emitOne(e, "exp", {emitOne(e, "neg", {emitOne(e, "mul", {x, x})})});
  const ValueId factor = emitOne(e, "fill", {}, {{"shape", Shape{}}, {"value", 2 * std::numbers::inv_sqrtpi}});
  e.contribute(0, emitOne(e, "mul", {emitOne(e, "mul", {e.gradientOf(0), bell}), factor}));
}
void sqrtGradient(GradientEmitter& e) {
  e.contribute(0, emitOne(e, "sqrt_grad", {e.gradientOf(0), e.forward().outputs[0]}));
}

std::vector<TensorType> inferClamp(const Graph& g, const Node& node) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double min = node.attrs.real("min", -infinity), max = node.attrs.real("max", infinity);
  check(min <= max, node, "min " + text::exact(min) + " and max " + text::exact(max) + " are not in order", "min must not be greater than max");
  return inferUnary(g, node);
}

FormulaUse clamp(const Attributes& attrs) {
  const double infinity = std::numeric_limits<double>::infinity();
  return {Formula::Clamp, static_cast<float>(attrs.real("min", -infinity)), static_cast<float>(attrs.real("max", infinity))};
}

// Computed from the output, which is kept anyway if a convolution follows. A value at a bound gets no gradient (as in PyTorch's relu6).
void clampGradient(GradientEmitter& e) {
  e.contribute(0, emitOne(e, "clamp_grad", {e.gradientOf(0), e.forward().outputs[0]}, e.forward().attrs));
}

std::vector<TensorType> inferExpand(const Graph& g, const Node& node) {
  checkInputs(node, 1, 1);
  checkFloat(g, node, 0);
  const Value& x = inputOf(g, node, 0);
  const Shape& shape = node.attrs.integers("shape");
  bool fits = shape.size() >= x.shape.size();
  for (std::size_t back = 1; fits && back <= x.shape.size(); ++back) {
    const std::int64_t from = x.shape[x.shape.size() - back], to = shape[shape.size() - back];
    fits = from == to || from == 1;
  }
  check(fits, node, "the input is " + toString(x.shape) + " and cannot be expanded to " + toString(shape),
        "Aligned at the last dimension, every dimension must be equal or 1 before");
  numel(shape);  // throws if the element count is too large
  return {{x.dtype, shape}};
}

void expandGradient(GradientEmitter& e) {
  const double scale = e.forward().attrs.real("scale", 1.0);
  ValueId dy = e.gradientOf(0);
  if (scale != 1.0) dy = emitOne(e, "mul", {dy, emitOne(e, "fill", {}, {{"shape", Shape{}}, {"value", scale}})});
  contributeSummed(e, 0, dy);
}

std::vector<TensorType> inferFill(const Graph&, const Node& node) {
  checkInputs(node, 0, 0);
  const Shape& shape = node.attrs.integers("shape");
  numel(shape);
  node.attrs.real("value");
  return {{DType::F32, shape}};
}

Cost fillCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 0);
}

// The entry of an op that makes each element from the elements at the same position. The pairs in `inPlace` may share their memory.
OpDef elementwise(std::string_view name, std::string_view title, decltype(OpDef::infer) infer, decltype(OpDef::gradient) gradient,
                  decltype(OpDef::cost) cost, std::vector<InPlacePair> inPlace, decltype(OpDef::formula) formula) {
  OpDef op = entry(name, title, "", infer, gradient, cost);
  op.inPlace = std::move(inPlace);
  op.formula = formula;
  return op;
}

}  // namespace

std::span<const OpDef> arithmeticOps() {
  const std::vector<InPlacePair> first{{0, 0}}, either{{0, 0}, {1, 0}};
  static const OpDef ops[] = {
      elementwise("sub", "subtract", inferBinary, subGradient, elementwiseCost<1>, either, plainly<Formula::Sub>),
      elementwise("mul", "multiply", inferBinary, mulGradient, elementwiseCost<1>, either, plainly<Formula::Mul>),
      elementwise("div", "divide", inferBinary, divGradient, elementwiseCost<1>, either, plainly<Formula::Div>),
      withAmp(elementwise("pow", "power", inferBinary, powGradient, elementwiseCost<3>, either, plainly<Formula::Pow>), AmpClass::F32),
      elementwise("pow_grad_base", "power backward base", inferBinary, nullptr, elementwiseCost<4>, either, plainly<Formula::PowGradBase>),
      elementwise("pow_grad_exponent", "power backward exponent", inferBinary, nullptr, elementwiseCost<4>, either,
                  plainly<Formula::PowGradExponent>),
      elementwise("equal", "equal", inferBinary, zeroGradient, elementwiseCost<1>, either, plainly<Formula::Equal>),
      elementwise("less", "less", inferBinary, zeroGradient, elementwiseCost<1>, either, plainly<Formula::Less>),
      elementwise("select", "select", inferBinary, selectGradient, elementwiseCost<1>, either, plainly<Formula::Select>),
      withAmp(elementwise("erf", "error function", inferUnary, erfGradient, elementwiseCost<8>, first, plainly<Formula::Erf>), AmpClass::F32),
      elementwise("floor", "round down", inferUnary, zeroGradient, elementwiseCost<1>, first, plainly<Formula::Floor>),
      elementwise("neg", "negate", inferUnary, negGradient, elementwiseCost<1>, first, plainly<Formula::Neg>),
      withAmp(elementwise("exp", "exponential", inferUnary, expGradient, elementwiseCost<1>, first, plainly<Formula::Exp>), AmpClass::F32),
      withAmp(elementwise("log", "logarithm", inferUnary, logGradient, elementwiseCost<1>, first, plainly<Formula::Log>), AmpClass::F32),
      elementwise("sqrt", "square root", inferUnary, sqrtGradient, elementwiseCost<1>, first, plainly<Formula::Sqrt>),
      elementwise("sqrt_grad", "square root backward", inferUnaryGrad, nullptr, elementwiseCost<2>, either, slopeOf<plainly<Formula::Sqrt>>),
      {.name = "clamp",
       .title = "clamp",
       .attrs = "min max",
       .infer = inferClamp,
       .gradient = clampGradient,
       .cost = elementwiseCost<2>,
       .inPlace = first,
       .formula = clamp,
       .activation = true},
      {.name = "clamp_grad",
       .title = "clamp backward",
       .attrs = "min max",
       .infer = inferUnaryGrad,
       .cost = elementwiseCost<2>,
       .inPlace = either,
       .formula = slopeOf<clamp>},
      entry("expand", "expand", "shape scale", inferExpand, expandGradient, elementwiseCost<1>),
      entry("fill", "constant", "shape value", inferFill, nullptr, fillCost),
  };
  return ops;
}

}  // namespace stepscope
