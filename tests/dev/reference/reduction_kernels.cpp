// Reductions over dimensions: sum, mean, max, argmax, sum of a product.
#include <algorithm>
#include <limits>

#include "tests/dev/reference/broadcast_index.h"
#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

// The input's shape with its reduced dimensions at 1.
Shape keptShape(const Shape& shape, const std::vector<std::int64_t>& axes) {
  Shape kept = shape;
  for (const std::int64_t axis : axes) kept[static_cast<std::size_t>(axis)] = 1;
  return kept;
}

void addUp(Call& c, double scale) {
  const Shape kept = keptShape(c.inShape(0), c.integers("axes"));
  for (std::size_t e = 0; e < c.in[0]->size(); ++e) {
    const double factor = c.has(1) ? (*c.in[1])[e] : 1.0;
    (*c.out[0])[broadcastIndex(e, c.inShape(0), kept)] += scale * (*c.in[0])[e] * factor;
  }
}
void sum(Call& c) {
  addUp(c, 1.0);
}
void mean(Call& c) {
  addUp(c, static_cast<double>(c.out[0]->size()) / static_cast<double>(c.in[0]->size()));
}

void maximum(Call& c) {
  const Shape kept = keptShape(c.inShape(0), c.integers("axes"));
  std::fill(c.out[0]->begin(), c.out[0]->end(), -std::numeric_limits<double>::infinity());
  for (std::size_t e = 0; e < c.in[0]->size(); ++e) {
    double& y = (*c.out[0])[broadcastIndex(e, c.inShape(0), kept)];
    y = std::max(y, (*c.in[0])[e]);
  }
}

void maximumGrad(Call& c) {
  const Shape kept = keptShape(c.inShape(1), c.integers("axes"));
  std::vector<double> equal(c.in[2]->size(), 0.0);
  const auto at = [&](std::size_t e) { return broadcastIndex(e, c.inShape(1), kept); };
  const auto isMaximum = [&](std::size_t e) { return (*c.in[1])[e] == (*c.in[2])[at(e)]; };
  for (std::size_t e = 0; e < c.in[1]->size(); ++e) equal[at(e)] += isMaximum(e);
  for (std::size_t e = 0; e < c.in[1]->size(); ++e) (*c.out[0])[e] = isMaximum(e) ? (*c.in[0])[at(e)] / equal[at(e)] : 0.0;
}

void argmax(Call& c) {
  const auto axis = static_cast<std::size_t>(c.node.attrs.integer("axis"));
  const Shape& shape = c.inShape(0);
  std::size_t inner = 1;
  for (std::size_t i = axis + 1; i < shape.size(); ++i) inner *= static_cast<std::size_t>(shape[i]);
  const auto count = static_cast<std::size_t>(shape[axis]);
  const bool last = c.flag("last");
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) {
    const double* x = c.in[0]->data() + e / inner * count * inner + e % inner;
    std::size_t best = 0;
    for (std::size_t i = 1; i < count; ++i)
      if (x[i * inner] > x[best * inner] || (last && x[i * inner] == x[best * inner])) best = i;
    (*c.out[0])[e] = static_cast<double>(best);
  }
}

}  // namespace

void addReductionKernels(Kernels& k) {
  k["sum"] = sum;
  k["mean"] = mean;
  k["max"] = maximum;
  k["max_grad"] = maximumGrad;
  k["product_sum"] = sum;
  k["argmax"] = argmax;
}

}  // namespace stepscope::reference
