// Activations of one element: leaky relu, elu, gelu, silu, sigmoid, tanh, hard swish, hard sigmoid, softplus.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}
double density(double x) {
  return std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
}
double distribution(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}
double tanhInner(double x) {
  return std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x);
}

bool byTanh(const Call& c) {
  return c.node.attrs.text("approximate") == "tanh";
}
void geluGrad(Call& c) {
  mapGrad(c, [tanh = byTanh(c)](double x) {
    if (!tanh) return distribution(x) + x * density(x);
    const double t = std::tanh(tanhInner(x));
    return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * std::sqrt(2.0 / std::numbers::pi) * (1.0 + 3.0 * 0.044715 * x * x);
  });
}
double hardSigmoid(double x) {
  return std::clamp(x / 6.0 + 0.5, 0.0, 1.0);
}

}  // namespace

void addActivationKernels(Kernels& k) {
  k["leaky_relu"] = [](Call& c) { map(c, [a = c.real("alpha")](double x) { return x > 0 ? x : a * x; }); };
  k["leaky_relu_grad"] = [](Call& c) { mapGrad(c, [a = c.real("alpha")](double y) { return y > 0 ? 1.0 : a; }); };
  k["elu"] = [](Call& c) { map(c, [a = c.real("alpha")](double x) { return x > 0 ? x : a * std::expm1(x); }); };
  k["elu_grad"] = [](Call& c) { mapGrad(c, [a = c.real("alpha")](double y) { return y > 0 ? 1.0 : y + a; }); };
  k["gelu"] = [](Call& c) {
    map(c, [tanh = byTanh(c)](double x) { return tanh ? 0.5 * x * (1.0 + std::tanh(tanhInner(x))) : x * distribution(x); });
  };
  k["gelu_grad"] = geluGrad;
  k["silu"] = [](Call& c) { map(c, [](double x) { return x * sigmoid(x); }); };
  k["silu_grad"] = [](Call& c) { mapGrad(c, [](double x) { return sigmoid(x) * (1.0 + x * (1.0 - sigmoid(x))); }); };
  k["sigmoid"] = [](Call& c) { map(c, sigmoid); };
  k["sigmoid_grad"] = [](Call& c) { mapGrad(c, [](double y) { return y * (1.0 - y); }); };
  k["tanh"] = [](Call& c) { map(c, [](double x) { return std::tanh(x); }); };
  k["tanh_grad"] = [](Call& c) { mapGrad(c, [](double y) { return 1.0 - y * y; }); };
  k["hardswish"] = [](Call& c) { map(c, [](double x) { return x * hardSigmoid(x); }); };
  k["hardswish_grad"] = [](Call& c) { mapGrad(c, [](double x) { return x <= -3.0 ? 0.0 : x >= 3.0 ? 1.0 : x / 3.0 + 0.5; }); };
  k["hardsigmoid"] = [](Call& c) { map(c, hardSigmoid); };
  k["hardsigmoid_grad"] = [](Call& c) { mapGrad(c, [](double y) { return y > 0.0 && y < 1.0 ? 1.0 / 6.0 : 0.0; }); };
  k["softplus"] = [](Call& c) {
    map(c, [beta = c.real("beta"), threshold = c.real("threshold")](double x) {
      return x * beta > threshold ? x : std::log1p(std::exp(x * beta)) / beta;
    });
  };
  k["softplus_grad"] = [](Call& c) {
    const double beta = c.real("beta"), threshold = c.real("threshold");
    mapGrad(c, [=](double x) { return x * beta > threshold ? 1.0 : sigmoid(x * beta); });
  };
}

}  // namespace stepscope::reference
