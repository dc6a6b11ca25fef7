#include <algorithm>
#include <cmath>

#include "core/base/philox.h"
#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

std::size_t dim(const Shape& shape, std::size_t i) {
  return static_cast<std::size_t>(shape[i]);
}

// Leading dimensions are rows.
std::size_t lastDim(const Shape& shape) {
  return dim(shape, shape.size() - 1);
}
std::size_t rowCount(const Shape& shape) {
  return static_cast<std::size_t>(numel(shape)) / std::max<std::size_t>(lastDim(shape), 1);
}

void linear(Call& c) {
  const std::size_t n = rowCount(c.inShape(0)), k = lastDim(c.inShape(0)), o = dim(c.inShape(1), 0);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t col = 0; col < o; ++col) {
      double sum = c.has(2) ? (*c.in[2])[col] : 0.0;
      for (std::size_t i = 0; i < k; ++i) sum += (*c.in[0])[row * k + i] * (*c.in[1])[col * k + i];
      (*c.out[0])[row * o + col] = c.flag("relu") ? relu(sum) : sum;
    }
  }
}

void linearGradInput(Call& c) {
  const std::size_t n = rowCount(c.inShape(0)), o = lastDim(c.inShape(0)), k = dim(c.inShape(1), 1);
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t col = 0; col < o; ++col)
      for (std::size_t i = 0; i < k; ++i) (*c.out[0])[row * k + i] += (*c.in[0])[row * o + col] * (*c.in[1])[col * k + i];
}

void linearGradWeight(Call& c) {
  const std::size_t n = rowCount(c.inShape(0)), k = lastDim(c.inShape(0)), o = lastDim(c.inShape(1));
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t col = 0; col < o; ++col)
      for (std::size_t i = 0; i < k; ++i) (*c.out[0])[col * k + i] += (*c.in[1])[row * o + col] * (*c.in[0])[row * k + i];
}

void channelSum(Call& c) {
  const Shape& s = c.inShape(0);
  const std::size_t channels = dim(s, 1), inner = c.in[0]->size() / std::max<std::size_t>(dim(s, 0) * channels, 1);
  for (std::size_t e = 0; e < c.in[0]->size(); ++e) (*c.out[0])[e / inner % channels] += (*c.in[0])[e];
}

void dropout(Call& c) {
  const double p = c.real("p");
  const auto id = static_cast<std::uint32_t>(c.node.attrs.integer("op_id"));
  const auto seed = static_cast<std::uint64_t>(static_cast<std::int64_t>((*c.in[1])[0]));
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) {
    PhiloxStream stream(seed, e / 4, id);
    for (std::size_t lane = 0; lane < e % 4; ++lane) stream.next();
    (*c.out[0])[e] = stream.uniform() >= p ? (*c.in[0])[e] / (1.0 - p) : 0.0;
  }
}

// Whole samples as dropout has elements.
void stochasticDepth(Call& c) {
  const double p = c.real("p");
  const auto id = static_cast<std::uint32_t>(c.node.attrs.integer("op_id"));
  const auto seed = static_cast<std::uint64_t>(static_cast<std::int64_t>((*c.in[1])[0]));
  const std::size_t samples = dim(c.inShape(0), 0), each = c.out[0]->size() / samples;
  for (std::size_t n = 0; n < samples; ++n) {
    PhiloxStream stream(seed, n / 4, id);
    for (std::size_t lane = 0; lane < n % 4; ++lane) stream.next();
    const bool kept = stream.uniform() >= p;
    for (std::size_t e = n * each; e < (n + 1) * each; ++e) (*c.out[0])[e] = kept ? (*c.in[0])[e] / (1.0 - p) : 0.0;
  }
}

void copy(Call& c) {
  *c.out[0] = *c.in[0];
}

}  // namespace

void addRowKernels(Kernels& k) {
  k["linear"] = linear;
  k["linear_grad_input"] = linearGradInput;
  k["linear_grad_weight"] = linearGradWeight;
  k["channel_sum"] = channelSum;
  k["relu"] = [](Call& c) { map(c, relu); };
  k["relu_grad"] = [](Call& c) { passWhere(c, [](double y) { return y > 0; }); };
  k["dropout"] = dropout;
  k["stochastic_depth"] = stochasticDepth;
  k["reshape"] = copy;
  k["cast"] = copy;  // what its type loses is up to interpret's AfterNode
  k["reorder"] = copy;
}

}  // namespace stepscope::reference
