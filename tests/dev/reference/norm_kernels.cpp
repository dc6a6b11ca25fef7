#include <cmath>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

// Elements of channel c of a tensor (N, C, ...): visit(index).
template <typename Visit>
void overChannel(const Shape& shape, std::size_t channel, Visit visit) {
  const auto outer = static_cast<std::size_t>(shape[0]), channels = static_cast<std::size_t>(shape[1]);
  const std::size_t inner = static_cast<std::size_t>(numel(shape)) / (outer * channels);
  for (std::size_t n = 0; n < outer; ++n)
    for (std::size_t i = 0; i < inner; ++i) visit((n * channels + channel) * inner + i);
}

void normalize(Call& c, std::size_t channel, double mean, double variance) {
  const double inverse = 1.0 / std::sqrt(variance + c.real("eps"));
  overChannel(c.inShape(0), channel, [&](std::size_t e) {
    double y = ((*c.in[0])[e] - mean) * inverse * (*c.in[1])[channel] + (*c.in[2])[channel];
    if (c.has(5)) y += (*c.in[5])[e];
    (*c.out[0])[e] = c.flag("relu") ? relu(y) : y;
  });
}

void batchNorm(Call& c) {
  const double count = static_cast<double>(c.in[0]->size()) / static_cast<double>(c.inShape(0)[1]);
  const double momentum = c.real("momentum");
  for (std::size_t channel = 0; channel < c.in[1]->size(); ++channel) {
    double mean = 0, variance = 0;
    overChannel(c.inShape(0), channel, [&](std::size_t e) { mean += (*c.in[0])[e] / count; });
    overChannel(c.inShape(0), channel, [&](std::size_t e) { variance += ((*c.in[0])[e] - mean) * ((*c.in[0])[e] - mean) / count; });
    normalize(c, channel, mean, variance);
    (*c.out[1])[channel] = mean;
    (*c.out[2])[channel] = variance;
    if (!c.has(3)) continue;
    double &runningMean = (*c.in[3])[channel], &runningVar = (*c.in[4])[channel];
    runningMean = (1 - momentum) * runningMean + momentum * mean;
    runningVar = (1 - momentum) * runningVar + momentum * variance * count / (count - 1);
  }
  for (std::size_t e = 0; e < c.out[3]->size(); ++e) (*c.out[3])[e] = (*c.out[0])[e] > 0 ? 1.0 : 0.0;
}

void batchNormInference(Call& c) {
  for (std::size_t channel = 0; channel < c.in[1]->size(); ++channel) normalize(c, channel, (*c.in[3])[channel], (*c.in[4])[channel]);
}

// Ioffe & Szegedy 2015, section 3: with g the gradient after the relu and xhat the normalised input,
// dx = gamma / sigma * (g - mean(g) - xhat * mean(g * xhat)).
void batchNormGrad(Call& c) {
  const Tensor &x = *c.in[0], &dy = *c.in[1];
  const double count = static_cast<double>(x.size()) / static_cast<double>(c.inShape(0)[1]);
  const auto gradient = [&](std::size_t e) { return !c.flag("relu") || (*c.in[6])[e] != 0 ? dy[e] : 0.0; };
  for (std::size_t channel = 0; channel < c.in[2]->size(); ++channel) {
    const double mean = (*c.in[4])[channel], inverse = 1.0 / std::sqrt((*c.in[5])[channel] + c.real("eps"));
    double sum = 0, sumNormalized = 0;
    overChannel(c.inShape(0), channel, [&](std::size_t e) {
      sum += gradient(e);
      sumNormalized += gradient(e) * (x[e] - mean) * inverse;
    });
    overChannel(c.inShape(0), channel, [&](std::size_t e) {
      const double normalized = (x[e] - mean) * inverse;
      (*c.out[0])[e] = (*c.in[2])[channel] * inverse * (gradient(e) - sum / count - normalized * sumNormalized / count);
    });
    (*c.out[1])[channel] = sumNormalized;
    (*c.out[2])[channel] = sum;
  }
  if (c.out.size() > 3)
    for (std::size_t e = 0; e < dy.size(); ++e) (*c.out[3])[e] = gradient(e);
}

}  // namespace

void addNormKernels(Kernels& k) {
  k["batch_norm"] = batchNorm;
  k["batch_norm_inference"] = batchNormInference;
  k["batch_norm_grad"] = batchNormGrad;
}

}  // namespace stepscope::reference
