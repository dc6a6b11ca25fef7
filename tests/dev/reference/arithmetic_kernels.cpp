// Arithmetic with NumPy broadcasting: add, sub, mul, div, pow; neg, exp, log, sqrt, clamp; expand and the constant.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/dev/reference/broadcast_index.h"
#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

template <class F>
void both(Call& c, const F& f) {
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) {
    (*c.out[0])[e] = f((*c.in[0])[broadcastIndex(e, c.outShape(0), c.inShape(0))], (*c.in[1])[broadcastIndex(e, c.outShape(0), c.inShape(1))]);
  }
}
struct Bounds {
  double min, max;
  explicit Bounds(const Call& c)
      : min(c.node.attrs.real("min", -std::numeric_limits<double>::infinity())),
        max(c.node.attrs.real("max", std::numeric_limits<double>::infinity())) {}
};
void expand(Call& c) {
  const double scale = c.node.attrs.real("scale", 1.0);
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = scale * (*c.in[0])[broadcastIndex(e, c.outShape(0), c.inShape(0))];
}

}  // namespace

void addArithmeticKernels(Kernels& k) {
  k["add"] = [](Call& c) { both(c, [relued = c.flag("relu")](double a, double b) { return relued ? relu(a + b) : a + b; }); };
  k["sub"] = [](Call& c) { both(c, [](double a, double b) { return a - b; }); };
  k["mul"] = [](Call& c) { both(c, [](double a, double b) { return a * b; }); };
  k["div"] = [](Call& c) { both(c, [](double a, double b) { return a / b; }); };
  k["pow"] = [](Call& c) { both(c, [](double a, double b) { return std::pow(a, b); }); };
  k["pow_grad_base"] = [](Call& c) { both(c, [](double a, double b) { return b == 0 ? 0.0 : b * std::pow(a, b - 1); }); };
  k["pow_grad_exponent"] = [](Call& c) { both(c, [](double a, double b) { return a == 0 && b >= 0 ? 0.0 : std::pow(a, b) * std::log(a); }); };
  k["equal"] = [](Call& c) { both(c, [](double a, double b) { return a == b ? 1.0 : 0.0; }); };
  k["less"] = [](Call& c) { both(c, [](double a, double b) { return a < b ? 1.0 : 0.0; }); };
  k["select"] = [](Call& c) { both(c, [](double a, double b) { return a != 0 ? b : 0.0; }); };
  k["erf"] = [](Call& c) { map(c, [](double x) { return std::erf(x); }); };
  k["floor"] = [](Call& c) { map(c, [](double x) { return std::floor(x); }); };
  k["convert"] = [](Call& c) { map(c, [](double x) { return std::trunc(x); }); };
  k["neg"] = [](Call& c) { map(c, [](double x) { return -x; }); };
  k["exp"] = [](Call& c) { map(c, [](double x) { return std::exp(x); }); };
  k["log"] = [](Call& c) { map(c, [](double x) { return std::log(x); }); };
  k["sqrt"] = [](Call& c) { map(c, [](double x) { return std::sqrt(x); }); };
  k["sqrt_grad"] = [](Call& c) {
    for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = 0.5 * (*c.in[0])[e] / (*c.in[1])[e];
  };
  k["clamp"] = [](Call& c) { map(c, [bounds = Bounds(c)](double x) { return std::clamp(x, bounds.min, bounds.max); }); };
  k["clamp_grad"] = [](Call& c) { passWhere(c, [bounds = Bounds(c)](double y) { return y > bounds.min && y < bounds.max; }); };
  k["expand"] = expand;
  k["fill"] = [](Call& c) { std::fill(c.out[0]->begin(), c.out[0]->end(), c.real("value")); };
}

}  // namespace stepscope::reference
