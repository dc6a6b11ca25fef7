// Activations of one element: leaky relu, elu, gelu, silu, sigmoid, tanh, hard swish, hard sigmoid, softplus.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/reference/call.h"

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

template <class F>
void map(Call& c, const F& f) {
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = f((*c.in[0])[e]);
}
// dy times the slope at what was kept.
template <class F>
void mapGrad(Call& c, const F& f) {
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = (*c.in[0])[e] * f((*c.in[1])[e]);
}

void leakyRelu(Call& c) {
  map(c, [a = c.real("alpha")](double x) { return x > 0 ? x : a * x; });
}
void leakyReluGrad(Call& c) {
  mapGrad(c, [a = c.real("alpha")](double y) { return y > 0 ? 1.0 : a; });
}
void elu(Call& c) {
  map(c, [a = c.real("alpha")](double x) { return x > 0 ? x : a * std::expm1(x); });
}
void eluGrad(Call& c) {
  mapGrad(c, [a = c.real("alpha")](double y) { return y > 0 ? 1.0 : y + a; });
}
bool byTanh(const Call& c) {
  return c.node.attrs.text("approximate") == "tanh";
}
void gelu(Call& c) {
  map(c, [tanh = byTanh(c)](double x) { return tanh ? 0.5 * x * (1.0 + std::tanh(tanhInner(x))) : x * distribution(x); });
}
void geluGrad(Call& c) {
  mapGrad(c, [tanh = byTanh(c)](double x) {
    if (!tanh) return distribution(x) + x * density(x);
    const double t = std::tanh(tanhInner(x));
    return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * std::sqrt(2.0 / std::numbers::pi) * (1.0 + 3.0 * 0.044715 * x * x);
  });
}
void silu(Call& c) {
  map(c, [](double x) { return x * sigmoid(x); });
}
void siluGrad(Call& c) {
  mapGrad(c, [](double x) { return sigmoid(x) * (1.0 + x * (1.0 - sigmoid(x))); });
}
void sigmoidForward(Call& c) {
  map(c, sigmoid);
}
void sigmoidGrad(Call& c) {
  mapGrad(c, [](double y) { return y * (1.0 - y); });
}
void tanhForward(Call& c) {
  map(c, [](double x) { return std::tanh(x); });
}
void tanhGrad(Call& c) {
  mapGrad(c, [](double y) { return 1.0 - y * y; });
}
double hardSigmoid(double x) {
  return std::clamp(x / 6.0 + 0.5, 0.0, 1.0);
}
void hardSwish(Call& c) {
  map(c, [](double x) { return x * hardSigmoid(x); });
}
void hardSwishGrad(Call& c) {
  mapGrad(c, [](double x) { return x <= -3.0 ? 0.0 : x >= 3.0 ? 1.0 : x / 3.0 + 0.5; });
}
void hardSigmoidForward(Call& c) {
  map(c, hardSigmoid);
}
void hardSigmoidGrad(Call& c) {
  mapGrad(c, [](double y) { return y > 0.0 && y < 1.0 ? 1.0 / 6.0 : 0.0; });
}
void softplus(Call& c) {
  map(c, [beta = c.real("beta"), threshold = c.real("threshold")](double x) {
    return x * beta > threshold ? x : std::log1p(std::exp(x * beta)) / beta;
  });
}
void softplusGrad(Call& c) {
  mapGrad(c, [beta = c.real("beta"), threshold = c.real("threshold")](double x) { return x * beta > threshold ? 1.0 : sigmoid(x * beta); });
}

}  // namespace

void addActivationKernels(Kernels& k) {
  k["leaky_relu"] = leakyRelu;
  k["leaky_relu_grad"] = leakyReluGrad;
  k["elu"] = elu;
  k["elu_grad"] = eluGrad;
  k["gelu"] = gelu;
  k["gelu_grad"] = geluGrad;
  k["silu"] = silu;
  k["silu_grad"] = siluGrad;
  k["sigmoid"] = sigmoidForward;
  k["sigmoid_grad"] = sigmoidGrad;
  k["tanh"] = tanhForward;
  k["tanh_grad"] = tanhGrad;
  k["hardswish"] = hardSwish;
  k["hardswish_grad"] = hardSwishGrad;
  k["hardsigmoid"] = hardSigmoidForward;
  k["hardsigmoid_grad"] = hardSigmoidGrad;
  k["softplus"] = softplus;
  k["softplus_grad"] = softplusGrad;
}

}  // namespace stepscope::reference
