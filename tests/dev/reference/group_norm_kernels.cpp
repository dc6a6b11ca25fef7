// Group norm.
#include <cmath>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

// A group of one sample: elements that lie one after the other.
struct Groups {
  std::size_t count, size, pixels, channels;

  Groups(const Call& c, const Shape& x)
      : count(static_cast<std::size_t>(x[0] * c.node.attrs.integer("groups"))),
        size(static_cast<std::size_t>(numel(x)) / count),
        pixels(static_cast<std::size_t>(numel(x) / x[0] / x[1])),
        channels(static_cast<std::size_t>(x[1])) {}
  std::size_t channel(std::size_t element) const { return element / pixels % channels; }
};

void groupNorm(Call& c) {
  const Groups groups(c, c.inShape(0));
  const Tensor& x = *c.in[0];
  for (std::size_t g = 0; g < groups.count; ++g) {
    double mean = 0, variance = 0;
    for (std::size_t e = g * groups.size; e < (g + 1) * groups.size; ++e) mean += x[e] / static_cast<double>(groups.size);
    for (std::size_t e = g * groups.size; e < (g + 1) * groups.size; ++e)
      variance += (x[e] - mean) * (x[e] - mean) / static_cast<double>(groups.size);
    const double inverse = 1.0 / std::sqrt(variance + c.real("eps"));
    (*c.out[1])[g] = mean;
    (*c.out[2])[g] = inverse;
    for (std::size_t e = g * groups.size; e < (g + 1) * groups.size; ++e) {
      const std::size_t channel = groups.channel(e);
      (*c.out[0])[e] = (x[e] - mean) * inverse * (c.has(1) ? (*c.in[1])[channel] : 1.0) + (c.has(2) ? (*c.in[2])[channel] : 0.0);
    }
  }
}

void groupNormGrad(Call& c) {
  const Groups groups(c, c.inShape(0));
  const Tensor &x = *c.in[0], &dy = *c.in[1];
  Tensor* dgamma = c.has(2) ? c.out[1] : nullptr;
  Tensor* dbeta = c.flag("bias") ? c.out.back() : nullptr;
  for (std::size_t g = 0; g < groups.count; ++g) {
    const double mean = (*c.in[3])[g], inverse = (*c.in[4])[g];
    double sum = 0, product = 0;
    for (std::size_t e = g * groups.size; e < (g + 1) * groups.size; ++e) {
      const std::size_t channel = groups.channel(e);
      const double normal = (x[e] - mean) * inverse, weighted = dy[e] * (c.has(2) ? (*c.in[2])[channel] : 1.0);
      sum += weighted;
      product += weighted * normal;
      if (dgamma) (*dgamma)[channel] += dy[e] * normal;
      if (dbeta) (*dbeta)[channel] += dy[e];
    }
    const auto size = static_cast<double>(groups.size);
    for (std::size_t e = g * groups.size; e < (g + 1) * groups.size; ++e) {
      const double weighted = dy[e] * (c.has(2) ? (*c.in[2])[groups.channel(e)] : 1.0);
      (*c.out[0])[e] = inverse * (weighted - sum / size - (x[e] - mean) * inverse * product / size);
    }
  }
}

}  // namespace

void addGroupNormKernels(Kernels& k) {
  k["group_norm"] = groupNorm;
  k["group_norm_grad"] = groupNormGrad;
}

}  // namespace stepscope::reference
