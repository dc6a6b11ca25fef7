// resize: nearest and bilinear, PyTorch's interpolate.
#include <algorithm>
#include <cmath>

#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

struct Source {
  std::size_t low, high;
  double rest;  // weight of high
};

Source sourceOf(const Call& c, std::int64_t place, std::int64_t in, std::int64_t out) {
  if (c.node.attrs.text("mode") == "nearest") {
    // In single precision, as PyTorch computes it for every type.
    const float scale = static_cast<float>(in) / static_cast<float>(out);
    const auto at = static_cast<std::size_t>(std::min<std::int64_t>(static_cast<std::int64_t>(static_cast<float>(place) * scale), in - 1));
    return {at, at, 0};
  }
  double at = c.flag("align_corners") ? (out > 1 ? static_cast<double>(place * (in - 1)) / static_cast<double>(out - 1) : 0.0)
                                      : (static_cast<double>(place) + 0.5) * static_cast<double>(in) / static_cast<double>(out) - 0.5;
  at = std::clamp(at, 0.0, static_cast<double>(in - 1));
  const auto low = static_cast<std::size_t>(at);
  return {low, std::min(low + 1, static_cast<std::size_t>(in - 1)), at - std::floor(at)};
}

// Calls visit(y index, x index, weight).
template <typename Visit>
void overWeights(const Call& c, const Shape& x, const Shape& y, Visit visit) {
  const auto width = static_cast<std::size_t>(x[3]);
  for (std::int64_t plane = 0; plane < x[0] * x[1]; ++plane)
    for (std::int64_t i = 0; i < y[2]; ++i)
      for (std::int64_t j = 0; j < y[3]; ++j) {
        const Source h = sourceOf(c, i, x[2], y[2]), w = sourceOf(c, j, x[3], y[3]);
        const auto to = static_cast<std::size_t>((plane * y[2] + i) * y[3] + j), from = static_cast<std::size_t>(plane * x[2]) * width;
        visit(to, from + h.low * width + w.low, (1 - h.rest) * (1 - w.rest));
        visit(to, from + h.low * width + w.high, (1 - h.rest) * w.rest);
        visit(to, from + h.high * width + w.low, h.rest * (1 - w.rest));
        visit(to, from + h.high * width + w.high, h.rest * w.rest);
      }
}

void resize(Call& c) {
  overWeights(c, c.inShape(0), c.outShape(0), [&](auto to, auto from, double weight) { (*c.out[0])[to] += weight * (*c.in[0])[from]; });
}

void resizeGrad(Call& c) {
  overWeights(c, c.outShape(0), c.inShape(0), [&](auto to, auto from, double weight) { (*c.out[0])[from] += weight * (*c.in[0])[to]; });
}

}  // namespace

void addResizeKernels(Kernels& k) {
  k["resize"] = resize;
  k["resize_grad"] = resizeGrad;
}

}  // namespace stepscope::reference
