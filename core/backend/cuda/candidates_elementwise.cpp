// Activations, arithmetic, casts, dropout.
#include <limits>

#include "core/backend/cuda/candidate.h"
#include "core/backend/cuda/kernels/elementwise.h"

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

template <class F, Parameters parameters = none>
void map1(const Call& c, LaunchList& list) {
  const auto [a, b] = parameters(c);
  list.add(Map1<F>{c.in(0), c.out(0), c.outCount(0), a, b, true, {}}, perElement(c.outCount(0)));
}

template <class F, Parameters parameters = none>
void map2(const Call& c, LaunchList& list) {
  const auto [a, b] = parameters(c);
  const Shape& shape = c.outShape(0);
  Map2<F> kernel{c.in(0), c.in(1), c.out(0), c.outCount(0), a, b, true, {}, {}};
  if (c.inShape(0) != shape || c.inShape(1) != shape) {
    kernel.straight = false;
    kernel.walkX = broadcastWalk(shape, c.inShape(0));
    kernel.walkY = broadcastWalk(shape, c.inShape(1));
  }
  list.add(kernel, perElement(kernel.count));
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
  list.add(Map1<Scaled>{c.in(0), c.out(0), c.outCount(0), c.real("scale", 1.0), 0, false, broadcastWalk(c.outShape(0), c.inShape(0))},
           perElement(c.outCount(0)));
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
      {.op = "relu", .bind = map1<Relu>},
      {.op = "relu_grad", .bind = map2<ReluGrad>},
      {.op = "leaky_relu", .bind = map1<LeakyRelu, alpha>},
      {.op = "leaky_relu_grad", .bind = map2<LeakyReluGrad, alpha>},
      {.op = "elu", .bind = map1<Elu, alpha>},
      {.op = "elu_grad", .bind = map2<EluGrad, alpha>},
      {.op = "gelu", .bind = gelu},
      {.op = "gelu_grad", .bind = geluGrad},
      {.op = "silu", .bind = map1<Silu>},
      {.op = "silu_grad", .bind = map2<SiluGrad>},
      {.op = "sigmoid", .bind = map1<Sigmoid>},
      {.op = "sigmoid_grad", .bind = map2<SigmoidGrad>},
      {.op = "tanh", .bind = map1<Tanh>},
      {.op = "tanh_grad", .bind = map2<TanhGrad>},
      {.op = "hardswish", .bind = map1<HardSwish>},
      {.op = "hardswish_grad", .bind = map2<HardSwishGrad>},
      {.op = "hardsigmoid", .bind = map1<HardSigmoid>},
      {.op = "hardsigmoid_grad", .bind = map2<HardSigmoidGrad>},
      {.op = "softplus", .bind = map1<Softplus, betaThreshold>},
      {.op = "softplus_grad", .bind = map2<SoftplusGrad, betaThreshold>},
      {.op = "add", .bind = add},
      {.op = "sub", .bind = map2<Subtract>},
      {.op = "mul", .bind = map2<Multiply>},
      {.op = "div", .bind = map2<Divide>},
      {.op = "pow", .bind = map2<Power>},
      {.op = "pow_grad_base", .bind = map2<PowerGradBase>},
      {.op = "pow_grad_exponent", .bind = map2<PowerGradExponent>},
      {.op = "equal", .bind = map2<Equal>},
      {.op = "less", .bind = map2<Less>},
      {.op = "select", .bind = map2<Select>},
      {.op = "erf", .bind = map1<ErrorFunction>},
      {.op = "floor", .bind = map1<Floor>},
      {.op = "neg", .bind = map1<Negate>},
      {.op = "exp", .bind = map1<Exponential>},
      {.op = "log", .bind = map1<Logarithm>},
      {.op = "sqrt", .bind = map1<SquareRoot>},
      {.op = "sqrt_grad", .bind = map2<SquareRootGrad>},
      {.op = "clamp", .bind = map1<Clamp, bounds>},
      {.op = "clamp_grad", .bind = map2<ClampGrad, bounds>},
      {.op = "cast", .bind = map1<Identity>},
      {.op = "convert", .bind = map1<Identity>},
      {.op = "reorder", .bind = map1<Identity>},
      {.op = "expand", .bind = expand},
      {.op = "fill", .bind = fill},
      {.op = "dropout", .bind = dropout},
      {.op = "stochastic_depth", .bind = stochasticDepth},
  };
  return kernels;
}

}  // namespace stepscope::cuda
