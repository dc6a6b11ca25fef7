// Softmax and log-softmax over one dimension.
#include <algorithm>
#include <cmath>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

// body(first element, step, count) for every row along the axis.
template <class Body>
void overRows(const Call& c, const Body& body) {
  const Shape& shape = c.inShape(0);
  const auto axis = static_cast<std::size_t>(c.node.attrs.integer("axis"));
  std::size_t inner = 1;
  for (std::size_t i = axis + 1; i < shape.size(); ++i) inner *= static_cast<std::size_t>(shape[i]);
  const auto count = static_cast<std::size_t>(shape[axis]);
  for (std::size_t row = 0; row < c.in[0]->size() / count; ++row) body(row / inner * count * inner + row % inner, inner, count);
}

template <bool log>
void softmax(Call& c) {
  const Tensor& x = *c.in[0];
  Tensor& y = *c.out[0];
  overRows(c, [&](std::size_t first, std::size_t step, std::size_t count) {
    double largest = x[first], sum = 0;
    for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, x[first + i * step]);
    for (std::size_t i = 0; i < count; ++i) sum += std::exp(x[first + i * step] - largest);
    for (std::size_t i = 0; i < count; ++i) {
      const double shifted = x[first + i * step] - largest;
      y[first + i * step] = log ? shifted - std::log(sum) : std::exp(shifted) / sum;
    }
  });
}

template <bool log>
void softmaxGrad(Call& c) {
  const Tensor &dy = *c.in[0], &y = *c.in[1];
  overRows(c, [&](std::size_t first, std::size_t step, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += dy[first + i * step] * (log ? 1.0 : y[first + i * step]);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t e = first + i * step;
      (*c.out[0])[e] = log ? dy[e] - std::exp(y[e]) * sum : y[e] * (dy[e] - sum);
    }
  });
}

}  // namespace

void addSoftmaxKernels(Kernels& k) {
  k["softmax"] = softmax<false>;
  k["softmax_grad"] = softmaxGrad<false>;
  k["log_softmax"] = softmax<true>;
  k["log_softmax_grad"] = softmaxGrad<true>;
}

}  // namespace stepscope::reference
