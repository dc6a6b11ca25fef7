// Activations, arithmetic, casts, dropout.
#include <algorithm>
#include <limits>
#include <utility>

#include "core/backend/cuda/candidate.h"
#include "core/backend/cuda/kernels/elementwise.h"
#include "core/base/error.h"

namespace stepscope::cuda {
namespace {

// The attributes that a formula reads, as `a` and `b`.
using Parameters = std::pair<float, float> (*)(const Call&);
std::pair<float, float> none(const Call&) {
  return {0.0F, 0.0F};
}
std::pair<float, float> alpha(const Call& c) {
  return {c.real("alpha"), 0.0F};
}
std::pair<float, float> betaThreshold(const Call& c) {
  return {c.real("beta"), c.real("threshold")};
}
std::pair<float, float> bounds(const Call& c) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {c.real("min", -infinity), c.real("max", infinity)};
}

// Operands that lie alike are taken eight at a time.
Geometry perEight(Int count, bool straight) {
  return perElement(straight && count % 8 == 0 ? count / 8 : count);
}

template <class F, Parameters parameters = none>
void map1(const Call& c, LaunchList& list) {
  const auto [a, b] = parameters(c);
  list.add(Map1<F>{c.in(0), c.out(0), c.outCount(0), a, b, true, {}}, perEight(c.outCount(0), true));
}

template <class F, Parameters parameters = none>
void map2(const Call& c, LaunchList& list) {
  const auto [a, b] = parameters(c);
  const Shape& shape = c.outShape(0);
  Map2<F> kernel{c.in(0), c.in(1), c.out(0), c.outCount(0), a, b, true, {}, {}};
  if (c.inShape(0) != shape || c.inShape(1) != shape) {
    kernel.straight = false;
    kernel.walkX = broadcastWalk(shape, c.inShape(0), c.channelsLast);
    kernel.walkY = broadcastWalk(shape, c.inShape(1), c.channelsLast);
  }
  list.add(kernel, perEight(kernel.count, kernel.straight));
}

template <class F, Parameters parameters = none>
ElementFormula formula1(const Call& c) {
  const auto [a, b] = parameters(c);
  return {typeName<F>(), 1, [](float x, float, float p, float q) { return F::of(x, p, q); }, a, b};
}
template <class F, Parameters parameters = none>
ElementFormula formula2(const Call& c) {
  const auto [a, b] = parameters(c);
  return {typeName<F>(), 2, [](float x, float y, float p, float q) { return F::of(x, y, p, q); }, a, b};
}
ElementFormula addFormula(const Call& c) {
  return c.flag("relu") ? formula2<AddRelu>(c) : formula2<Add>(c);
}
ElementFormula geluFormula(const Call& c) {
  return c.node.attrs.text("approximate") == "tanh" ? formula1<GeluTanh>(c) : formula1<Gelu>(c);
}
ElementFormula geluGradFormula(const Call& c) {
  return c.node.attrs.text("approximate") == "tanh" ? formula2<GeluTanhGrad>(c) : formula2<GeluGrad>(c);
}

void add(const Call& c, LaunchList& list) {
  c.flag("relu") ? map2<AddRelu>(c, list) : map2<Add>(c, list);
}
void gelu(const Call& c, LaunchList& list) {
  c.node.attrs.text("approximate") == "tanh" ? map1<GeluTanh>(c, list) : map1<Gelu>(c, list);
}
void geluGrad(const Call& c, LaunchList& list) {
  c.node.attrs.text("approximate") == "tanh" ? map2<GeluTanhGrad>(c, list) : map2<GeluGrad>(c, list);
}

void expand(const Call& c, LaunchList& list) {
  list.add(Map1<Scaled>{c.in(0), c.out(0), c.outCount(0), c.real("scale", 1.0), 0, false,
                        broadcastWalk(c.outShape(0), c.inShape(0), c.channelsLast)},
           perElement(c.outCount(0)));
}

// Between row-major and channels last: every image is a matrix to transpose, (channels, pixels) or (pixels, channels).
void reorder(const Call& c, LaunchList& list) {
  const Shape& x = c.inShape(0);
  require(x.size() == 4, "only images lie in two ways");
  const Int pixels = x[2] * x[3];
  Transpose kernel{c.in(0), c.out(0), x[0], x[1], pixels};
  if (!c.channelsLast) std::swap(kernel.rows, kernel.columns);
  const Int tiles = kernel.matrices * ((kernel.rows + kTile - 1) / kTile) * ((kernel.columns + kTile - 1) / kTile);
  list.add(kernel, {std::clamp<Int>(tiles, 1, 65535), 256}, kTile * (kTile + 1) * 4);
}

void fill(const Call& c, LaunchList& list) {
  list.add(Fill{c.out(0), c.outCount(0), c.real("value")}, perElement(c.outCount(0)));
}

void drop(const Call& c, LaunchList& list, Int each) {
  const double p = c.node.attrs.real("p");
  list.add(Dropout{c.in(0), c.out(0), c.inAs<const Int>(1), c.outCount(0), each, static_cast<float>(p), static_cast<float>(1.0 / (1.0 - p)),
                   static_cast<Word>(c.node.attrs.integer("op_id"))},
           perElement(c.outCount(0)));
}
void dropout(const Call& c, LaunchList& list) {
  drop(c, list, 1);
}
void stochasticDepth(const Call& c, LaunchList& list) {
  drop(c, list, c.outCount(0) / std::max<Int>(c.outShape(0)[0], 1));
}

}  // namespace

std::span<const OpKernel> elementwiseKernels() {
  static const OpKernel kernels[] = {
      {.op = "relu", .bind = map1<Relu>, .layout = LayoutUse::Follows, .formula = formula1<Relu>},
      {.op = "relu_grad", .bind = map2<ReluGrad>, .layout = LayoutUse::Follows, .formula = formula2<ReluGrad>},
      {.op = "leaky_relu", .bind = map1<LeakyRelu, alpha>, .layout = LayoutUse::Follows, .formula = formula1<LeakyRelu, alpha>},
      {.op = "leaky_relu_grad",
       .bind = map2<LeakyReluGrad, alpha>,
       .layout = LayoutUse::Follows,
       .formula = formula2<LeakyReluGrad, alpha>},
      {.op = "elu", .bind = map1<Elu, alpha>, .layout = LayoutUse::Follows, .formula = formula1<Elu, alpha>},
      {.op = "elu_grad", .bind = map2<EluGrad, alpha>, .layout = LayoutUse::Follows, .formula = formula2<EluGrad, alpha>},
      {.op = "gelu", .bind = gelu, .layout = LayoutUse::Follows, .formula = geluFormula},
      {.op = "gelu_grad", .bind = geluGrad, .layout = LayoutUse::Follows, .formula = geluGradFormula},
      {.op = "silu", .bind = map1<Silu>, .layout = LayoutUse::Follows, .formula = formula1<Silu>},
      {.op = "silu_grad", .bind = map2<SiluGrad>, .layout = LayoutUse::Follows, .formula = formula2<SiluGrad>},
      {.op = "sigmoid", .bind = map1<Sigmoid>, .layout = LayoutUse::Follows, .formula = formula1<Sigmoid>},
      {.op = "sigmoid_grad", .bind = map2<SigmoidGrad>, .layout = LayoutUse::Follows, .formula = formula2<SigmoidGrad>},
      {.op = "tanh", .bind = map1<Tanh>, .layout = LayoutUse::Follows, .formula = formula1<Tanh>},
      {.op = "tanh_grad", .bind = map2<TanhGrad>, .layout = LayoutUse::Follows, .formula = formula2<TanhGrad>},
      {.op = "hardswish", .bind = map1<HardSwish>, .layout = LayoutUse::Follows, .formula = formula1<HardSwish>},
      {.op = "hardswish_grad", .bind = map2<HardSwishGrad>, .layout = LayoutUse::Follows, .formula = formula2<HardSwishGrad>},
      {.op = "hardsigmoid", .bind = map1<HardSigmoid>, .layout = LayoutUse::Follows, .formula = formula1<HardSigmoid>},
      {.op = "hardsigmoid_grad", .bind = map2<HardSigmoidGrad>, .layout = LayoutUse::Follows, .formula = formula2<HardSigmoidGrad>},
      {.op = "softplus", .bind = map1<Softplus, betaThreshold>, .layout = LayoutUse::Follows, .formula = formula1<Softplus, betaThreshold>},
      {.op = "softplus_grad",
       .bind = map2<SoftplusGrad, betaThreshold>,
       .layout = LayoutUse::Follows,
       .formula = formula2<SoftplusGrad, betaThreshold>},
      {.op = "add", .bind = add, .layout = LayoutUse::Follows, .formula = addFormula},
      {.op = "sub", .bind = map2<Subtract>, .layout = LayoutUse::Follows, .formula = formula2<Subtract>},
      {.op = "mul", .bind = map2<Multiply>, .layout = LayoutUse::Follows, .formula = formula2<Multiply>},
      {.op = "div", .bind = map2<Divide>, .layout = LayoutUse::Follows, .formula = formula2<Divide>},
      {.op = "pow", .bind = map2<Power>, .layout = LayoutUse::Follows, .formula = formula2<Power>},
      {.op = "pow_grad_base", .bind = map2<PowerGradBase>, .layout = LayoutUse::Follows, .formula = formula2<PowerGradBase>},
      {.op = "pow_grad_exponent", .bind = map2<PowerGradExponent>, .layout = LayoutUse::Follows, .formula = formula2<PowerGradExponent>},
      {.op = "neg", .bind = map1<Negate>, .layout = LayoutUse::Follows, .formula = formula1<Negate>},
      {.op = "exp", .bind = map1<Exponential>, .layout = LayoutUse::Follows, .formula = formula1<Exponential>},
      {.op = "log", .bind = map1<Logarithm>, .layout = LayoutUse::Follows, .formula = formula1<Logarithm>},
      {.op = "sqrt", .bind = map1<SquareRoot>, .layout = LayoutUse::Follows, .formula = formula1<SquareRoot>},
      {.op = "sqrt_grad", .bind = map2<SquareRootGrad>, .layout = LayoutUse::Follows, .formula = formula2<SquareRootGrad>},
      {.op = "clamp", .bind = map1<Clamp, bounds>, .layout = LayoutUse::Follows, .formula = formula1<Clamp, bounds>},
      {.op = "clamp_grad", .bind = map2<ClampGrad, bounds>, .layout = LayoutUse::Follows, .formula = formula2<ClampGrad, bounds>},
      {.op = "equal", .bind = map2<Equal>, .layout = LayoutUse::Follows, .formula = formula2<Equal>},
      {.op = "less", .bind = map2<Less>, .layout = LayoutUse::Follows, .formula = formula2<Less>},
      {.op = "select", .bind = map2<Select>, .layout = LayoutUse::Follows, .formula = formula2<Select>},
      {.op = "erf", .bind = map1<ErrorFunction>, .layout = LayoutUse::Follows, .formula = formula1<ErrorFunction>},
      {.op = "floor", .bind = map1<Floor>, .layout = LayoutUse::Follows, .formula = formula1<Floor>},
      {.op = "convert", .bind = map1<Identity>, .layout = LayoutUse::Follows},
      {.op = "cast", .bind = map1<Identity>, .layout = LayoutUse::Follows, .formula = formula1<Identity>},
      {.op = "reorder", .bind = reorder},
      {.op = "expand", .bind = expand, .layout = LayoutUse::Follows},
      {.op = "fill", .bind = fill},
      {.op = "dropout", .bind = dropout},
      {.op = "stochastic_depth", .bind = stochasticDepth, .layout = LayoutUse::Follows},
  };
  return kernels;
}

std::vector<ElementFormula> allFormulas() {
  static const Graph graph;
  static const Node node;
  const Call nothing{graph, node, {}, {}};
  std::vector<ElementFormula> all{formula2<AddRelu>(nothing),
                                  formula2<Add>(nothing),
                                  formula1<GeluTanh>(nothing),
                                  formula1<Gelu>(nothing),
                                  formula2<GeluTanhGrad>(nothing),
                                  formula2<GeluGrad>(nothing),
                                  formula1<Relu>(nothing),
                                  formula2<ReluGrad>(nothing),
                                  formula1<LeakyRelu>(nothing),
                                  formula2<LeakyReluGrad>(nothing),
                                  formula1<Elu>(nothing),
                                  formula2<EluGrad>(nothing),
                                  formula1<Silu>(nothing),
                                  formula2<SiluGrad>(nothing),
                                  formula1<Sigmoid>(nothing),
                                  formula2<SigmoidGrad>(nothing),
                                  formula1<Tanh>(nothing),
                                  formula2<TanhGrad>(nothing),
                                  formula1<HardSwish>(nothing),
                                  formula2<HardSwishGrad>(nothing),
                                  formula1<HardSigmoid>(nothing),
                                  formula2<HardSigmoidGrad>(nothing),
                                  formula1<Softplus>(nothing),
                                  formula2<SoftplusGrad>(nothing),
                                  formula2<Subtract>(nothing),
                                  formula2<Multiply>(nothing),
                                  formula2<Divide>(nothing),
                                  formula2<Power>(nothing),
                                  formula2<PowerGradBase>(nothing),
                                  formula2<PowerGradExponent>(nothing),
                                  formula1<Negate>(nothing),
                                  formula1<Exponential>(nothing),
                                  formula1<Logarithm>(nothing),
                                  formula1<SquareRoot>(nothing),
                                  formula2<SquareRootGrad>(nothing),
                                  formula1<Clamp>(nothing),
                                  formula2<ClampGrad>(nothing),
                                  formula2<Equal>(nothing),
                                  formula2<Less>(nothing),
                                  formula2<Select>(nothing),
                                  formula1<ErrorFunction>(nothing),
                                  formula1<Floor>(nothing),
                                  formula1<Identity>(nothing)};
  return all;
}

}  // namespace stepscope::cuda
