// Layer norm and RMS norm over the last dimensions.
#include <cmath>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

struct Rows {
  std::size_t count, width;
};

Rows rowsOf(const Call& c) {
  const Shape& shape = c.inShape(0);
  std::size_t width = 1;
  for (std::int64_t d = 0; d < c.node.attrs.integer("dims"); ++d)
    width *= static_cast<std::size_t>(shape[shape.size() - 1 - static_cast<std::size_t>(d)]);
  return {c.in[0]->size() / width, width};
}

void layerNorm(Call& c) {
  const auto [rows, width] = rowsOf(c);
  const double n = static_cast<double>(width);
  for (std::size_t r = 0; r < rows; ++r) {
    const double* x = c.in[0]->data() + r * width;
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < width; ++i) mean += x[i] / n;
    for (std::size_t i = 0; i < width; ++i) variance += (x[i] - mean) * (x[i] - mean) / n;
    const double inverse = 1.0 / std::sqrt(variance + c.real("eps"));
    for (std::size_t i = 0; i < width; ++i) {
      const double gamma = c.has(1) ? (*c.in[1])[i] : 1.0, beta = c.has(2) ? (*c.in[2])[i] : 0.0;
      (*c.out[0])[r * width + i] = (x[i] - mean) * inverse * gamma + beta;
    }
    (*c.out[1])[r] = mean;
    (*c.out[2])[r] = inverse;
  }
}

void rmsNorm(Call& c) {
  const auto [rows, width] = rowsOf(c);
  for (std::size_t r = 0; r < rows; ++r) {
    const double* x = c.in[0]->data() + r * width;
    double squares = 0;
    for (std::size_t i = 0; i < width; ++i) squares += x[i] * x[i] / static_cast<double>(width);
    const double inverse = 1.0 / std::sqrt(squares + c.real("eps"));
    for (std::size_t i = 0; i < width; ++i) (*c.out[0])[r * width + i] = x[i] * inverse * (c.has(1) ? (*c.in[1])[i] : 1.0);
    (*c.out[1])[r] = inverse;
  }
}

// With xhat = (x - mean) * inverse and g = dy * gamma: dx = inverse * (g - mean(g) - xhat * mean(g * xhat)); RMS norm lacks the mean.
void gradient(Call& c, bool centered) {
  const auto [rows, width] = rowsOf(c);
  const double n = static_cast<double>(width);
  const Tensor& inverses = *c.in[centered ? 4 : 3];
  for (std::size_t r = 0; r < rows; ++r) {
    const auto xhat = [&, row = r, w = width](std::size_t i) {
      return ((*c.in[0])[row * w + i] - (centered ? (*c.in[3])[row] : 0.0)) * inverses[row];
    };
    double meanG = 0, meanGx = 0;
    for (std::size_t i = 0; i < width; ++i) {
      const double dy = (*c.in[1])[r * width + i], g = dy * (c.has(2) ? (*c.in[2])[i] : 1.0);
      if (centered) meanG += g / n;
      meanGx += g * xhat(i) / n;
      if (c.has(2)) (*c.out[1])[i] += dy * xhat(i);
      if (c.flag("bias")) (*c.out.back())[i] += dy;
    }
    for (std::size_t i = 0; i < width; ++i) {
      const double g = (*c.in[1])[r * width + i] * (c.has(2) ? (*c.in[2])[i] : 1.0);
      (*c.out[0])[r * width + i] = inverses[r] * (g - meanG - xhat(i) * meanGx);
    }
  }
}

}  // namespace

void addLayerNormKernels(Kernels& k) {
  k["layer_norm"] = layerNorm;
  k["layer_norm_grad"] = [](Call& c) { gradient(c, true); };
  k["rms_norm"] = rmsNorm;
  k["rms_norm_grad"] = [](Call& c) { gradient(c, false); };
}

}  // namespace stepscope::reference
