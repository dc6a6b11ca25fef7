// Arithmetic with NumPy broadcasting: sub, mul, div, pow; comparisons and select; neg, exp, log, sqrt, erf, floor, clamp of one operand;
// expand and the constant.
#include <cmath>
#include <limits>
#include <numbers>

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

// Steps: their slope is 0 wherever there is one.
void zeroGradient(GradientEmitter& e) {
  for (int input = 0; input < static_cast<int>(e.forward().inputs.size()); ++input) {
    if (!e.wants(input)) continue;
    const Value x = e.graph().value(e.forward().inputs[static_cast<std::size_t>(input)]);
    e.contribute(input, emitOne(e, "fill", {}, {{"shape", x.shape}, {"value", 0.0}}));
  }
}

// y = a != 0 ? b : 0, so that what was not chosen may be anything, NaN and infinity too.
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
// 2 / sqrt(pi) * exp(-x * x).
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
  check(min <= max, node, "min " + std::to_string(min) + " and max " + std::to_string(max) + " are not in order",
        "min must not be greater than max");
  return inferUnary(g, node);
}

FormulaUse clamp(const Attributes& attrs) {
  const double infinity = std::numeric_limits<double>::infinity();
  return {Formula::Clamp, static_cast<float>(attrs.real("min", -infinity)), static_cast<float>(attrs.real("max", infinity))};
}

// From the output: it is kept anyway where a convolution follows, and a value at a bound gets no gradient (PyTorch's relu6).
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
  numel(shape);  // refuses what cannot be counted
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

}  // namespace

std::span<const OpDef> arithmeticOps() {
  using Places = std::vector<InPlacePair>;
  const Places first{{0, 0}}, either{{0, 0}, {1, 0}};
  static const OpDef ops[] = {
      {.name = "sub",
       .title = "subtract",
       .infer = inferBinary,
       .gradient = subGradient,
       .cost = elementwiseCost<1>,
       .inPlace = either,
       .formula = plainly<Formula::Sub>},
      {.name = "mul",
       .title = "multiply",
       .infer = inferBinary,
       .gradient = mulGradient,
       .cost = elementwiseCost<1>,
       .inPlace = either,
       .formula = plainly<Formula::Mul>},
      {.name = "div",
       .title = "divide",
       .infer = inferBinary,
       .gradient = divGradient,
       .cost = elementwiseCost<1>,
       .inPlace = either,
       .formula = plainly<Formula::Div>},
      {.name = "pow",
       .title = "power",
       .infer = inferBinary,
       .gradient = powGradient,
       .cost = elementwiseCost<3>,
       .ampCuda = AmpClass::F32,
       .inPlace = either,
       .formula = plainly<Formula::Pow>},
      {.name = "pow_grad_base",
       .title = "power backward base",
       .infer = inferBinary,
       .cost = elementwiseCost<4>,
       .inPlace = either,
       .formula = plainly<Formula::PowGradBase>},
      {.name = "pow_grad_exponent",
       .title = "power backward exponent",
       .infer = inferBinary,
       .cost = elementwiseCost<4>,
       .inPlace = either,
       .formula = plainly<Formula::PowGradExponent>},
      {.name = "equal",
       .title = "equal",
       .infer = inferBinary,
       .gradient = zeroGradient,
       .cost = elementwiseCost<1>,
       .inPlace = either,
       .formula = plainly<Formula::Equal>},
      {.name = "less",
       .title = "less",
       .infer = inferBinary,
       .gradient = zeroGradient,
       .cost = elementwiseCost<1>,
       .inPlace = either,
       .formula = plainly<Formula::Less>},
      {.name = "select",
       .title = "select",
       .infer = inferBinary,
       .gradient = selectGradient,
       .cost = elementwiseCost<1>,
       .inPlace = either,
       .formula = plainly<Formula::Select>},
      {.name = "erf",
       .title = "error function",
       .infer = inferUnary,
       .gradient = erfGradient,
       .cost = elementwiseCost<8>,
       .ampCuda = AmpClass::F32,
       .inPlace = first,
       .formula = plainly<Formula::Erf>},
      {.name = "floor",
       .title = "round down",
       .infer = inferUnary,
       .gradient = zeroGradient,
       .cost = elementwiseCost<1>,
       .inPlace = first,
       .formula = plainly<Formula::Floor>},
      {.name = "neg",
       .title = "negate",
       .infer = inferUnary,
       .gradient = negGradient,
       .cost = elementwiseCost<1>,
       .inPlace = first,
       .formula = plainly<Formula::Neg>},
      {.name = "exp",
       .title = "exponential",
       .infer = inferUnary,
       .gradient = expGradient,
       .cost = elementwiseCost<1>,
       .ampCuda = AmpClass::F32,
       .inPlace = first,
       .formula = plainly<Formula::Exp>},
      {.name = "log",
       .title = "logarithm",
       .infer = inferUnary,
       .gradient = logGradient,
       .cost = elementwiseCost<1>,
       .ampCuda = AmpClass::F32,
       .inPlace = first,
       .formula = plainly<Formula::Log>},
      {.name = "sqrt",
       .title = "square root",
       .infer = inferUnary,
       .gradient = sqrtGradient,
       .cost = elementwiseCost<1>,
       .inPlace = first,
       .formula = plainly<Formula::Sqrt>},
      {.name = "sqrt_grad",
       .title = "square root backward",
       .infer = inferUnaryGrad,
       .cost = elementwiseCost<2>,
       .inPlace = either,
       .formula = slopeOf<plainly<Formula::Sqrt>>},
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
      {.name = "expand",
       .title = "expand",
       .attrs = "shape scale",
       .infer = inferExpand,
       .gradient = expandGradient,
       .cost = elementwiseCost<1>},
      {.name = "fill", .title = "constant", .attrs = "shape value", .infer = inferFill, .cost = fillCost},
  };
  return ops;
}

}  // namespace stepscope
