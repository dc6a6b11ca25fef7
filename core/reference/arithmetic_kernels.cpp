// Arithmetic with NumPy broadcasting: add, sub, mul, div, pow; neg, exp, log, sqrt, clamp; expand and the constant.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/reference/broadcast_index.h"
#include "core/reference/call.h"

namespace stepscope::reference {

namespace {

template <class F>
void both(Call& c, const F& f) {
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) {
    (*c.out[0])[e] =
        f((*c.in[0])[broadcastIndex(e, c.outShape(0), c.inShape(0))], (*c.in[1])[broadcastIndex(e, c.outShape(0), c.inShape(1))]);
  }
}
template <class F>
void map(Call& c, const F& f) {
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = f((*c.in[0])[e]);
}

void add(Call& c) {
  both(c, [relued = c.flag("relu")](double a, double b) { return relued ? relu(a + b) : a + b; });
}
void sub(Call& c) {
  both(c, [](double a, double b) { return a - b; });
}
void mul(Call& c) {
  both(c, [](double a, double b) { return a * b; });
}
void div(Call& c) {
  both(c, [](double a, double b) { return a / b; });
}
void power(Call& c) {
  both(c, [](double a, double b) { return std::pow(a, b); });
}
void powGradBase(Call& c) {
  both(c, [](double a, double b) { return b == 0 ? 0.0 : b * std::pow(a, b - 1); });
}
void powGradExponent(Call& c) {
  both(c, [](double a, double b) { return a == 0 && b >= 0 ? 0.0 : std::pow(a, b) * std::log(a); });
}
void equal(Call& c) {
  both(c, [](double a, double b) { return a == b ? 1.0 : 0.0; });
}
void less(Call& c) {
  both(c, [](double a, double b) { return a < b ? 1.0 : 0.0; });
}
void select(Call& c) {
  both(c, [](double a, double b) { return a != 0 ? b : 0.0; });
}
void errorFunction(Call& c) {
  map(c, [](double x) { return std::erf(x); });
}
void roundDown(Call& c) {
  map(c, [](double x) { return std::floor(x); });
}
void convert(Call& c) {
  map(c, [](double x) { return std::trunc(x); });
}
void neg(Call& c) {
  map(c, [](double x) { return -x; });
}
void exponential(Call& c) {
  map(c, [](double x) { return std::exp(x); });
}
void logarithm(Call& c) {
  map(c, [](double x) { return std::log(x); });
}
void squareRoot(Call& c) {
  map(c, [](double x) { return std::sqrt(x); });
}
void squareRootGrad(Call& c) {
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = 0.5 * (*c.in[0])[e] / (*c.in[1])[e];
}
struct Bounds {
  double min, max;
  explicit Bounds(const Call& c)
      : min(c.node.attrs.real("min", -std::numeric_limits<double>::infinity())),
        max(c.node.attrs.real("max", std::numeric_limits<double>::infinity())) {}
};
void clamp(Call& c) {
  map(c, [bounds = Bounds(c)](double x) { return std::clamp(x, bounds.min, bounds.max); });
}
void clampGrad(Call& c) {
  const Bounds bounds(c);
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) {
    const double y = (*c.in[1])[e];
    (*c.out[0])[e] = y > bounds.min && y < bounds.max ? (*c.in[0])[e] : 0.0;
  }
}
void expand(Call& c) {
  const double scale = c.node.attrs.real("scale", 1.0);
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = scale * (*c.in[0])[broadcastIndex(e, c.outShape(0), c.inShape(0))];
}
void fill(Call& c) {
  std::fill(c.out[0]->begin(), c.out[0]->end(), c.real("value"));
}

}  // namespace

void addArithmeticKernels(Kernels& k) {
  k["add"] = add;
  k["sub"] = sub;
  k["mul"] = mul;
  k["div"] = div;
  k["pow"] = power;
  k["pow_grad_base"] = powGradBase;
  k["pow_grad_exponent"] = powGradExponent;
  k["equal"] = equal;
  k["less"] = less;
  k["select"] = select;
  k["erf"] = errorFunction;
  k["floor"] = roundDown;
  k["convert"] = convert;
  k["neg"] = neg;
  k["exp"] = exponential;
  k["log"] = logarithm;
  k["sqrt"] = squareRoot;
  k["sqrt_grad"] = squareRootGrad;
  k["clamp"] = clamp;
  k["clamp_grad"] = clampGrad;
  k["expand"] = expand;
  k["fill"] = fill;
}

}  // namespace stepscope::reference
