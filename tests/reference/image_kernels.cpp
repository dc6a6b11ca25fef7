#include "core/base/error.h"
#include "tests/reference/call.h"

namespace stepscope::reference {

namespace {

std::size_t at(const Shape& s, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return static_cast<std::size_t>(((a * s[1] + b) * s[2] + c) * s[3] + d);
}

// Calls visit(y index, x index, w index) for every product of a convolution of x with w to y.
template <typename Visit>
void overProducts(const Call& call, const Shape& x, const Shape& w, const Shape& y, Visit visit) {
  const auto &stride = call.integers("stride"), &padding = call.integers("padding"), &dilation = call.integers("dilation");
  const std::int64_t groups = call.node.attrs.integer("groups"), outPerGroup = w[0] / groups;
  for (std::int64_t n = 0; n < y[0]; ++n) {
    for (std::int64_t o = 0; o < y[1]; ++o) {
      for (std::int64_t i = 0; i < y[2]; ++i) {
        for (std::int64_t j = 0; j < y[3]; ++j) {
          for (std::int64_t c = 0; c < w[1]; ++c) {
            for (std::int64_t kh = 0; kh < w[2]; ++kh) {
              const std::int64_t h = i * stride[0] - padding[0] + kh * dilation[0];
              if (h < 0 || h >= x[2]) continue;
              for (std::int64_t kw = 0; kw < w[3]; ++kw) {
                const std::int64_t v = j * stride[1] - padding[1] + kw * dilation[1];
                if (v < 0 || v >= x[3]) continue;
                visit(at(y, n, o, i, j), at(x, n, o / outPerGroup * w[1] + c, h, v), at(w, o, c, kh, kw));
              }
            }
          }
        }
      }
    }
  }
}

void conv2d(Call& c) {
  const Tensor &x = *c.in[0], &w = *c.in[1];
  Tensor& y = *c.out[0];
  overProducts(c, c.inShape(0), c.inShape(1), c.outShape(0), [&](auto iy, auto ix, auto iw) { y[iy] += x[ix] * w[iw]; });
  const Shape& s = c.outShape(0);
  const std::int64_t area = s[2] * s[3];
  for (std::size_t e = 0; e < y.size(); ++e) {
    if (c.has(2)) y[e] += (*c.in[2])[e / static_cast<std::size_t>(area) % static_cast<std::size_t>(s[1])];
    if (c.flag("relu")) y[e] = relu(y[e]);
  }
}

void conv2dGradInput(Call& c) {
  const Tensor &dy = *c.in[0], &w = *c.in[1];
  Tensor& dx = *c.out[0];
  overProducts(c, c.outShape(0), c.inShape(1), c.inShape(0), [&](auto iy, auto ix, auto iw) { dx[ix] += dy[iy] * w[iw]; });
}

void conv2dGradWeight(Call& c) {
  const Tensor &x = *c.in[0], &dy = *c.in[1];
  Tensor& dw = *c.out[0];
  overProducts(c, c.inShape(0), c.outShape(0), c.inShape(1), [&](auto iy, auto ix, auto iw) { dw[iw] += dy[iy] * x[ix]; });
}

// Calls visit(y index, x index, place in the window) for every element of every window that lies in the image.
template <typename Visit>
void overWindows(const Call& call, const Shape& x, const Shape& y, Visit visit) {
  const auto &kernel = call.integers("kernel"), &stride = call.integers("stride"), &padding = call.integers("padding");
  for (std::int64_t n = 0; n < y[0]; ++n) {
    for (std::int64_t c = 0; c < y[1]; ++c) {
      for (std::int64_t i = 0; i < y[2]; ++i) {
        for (std::int64_t j = 0; j < y[3]; ++j) {
          for (std::int64_t kh = 0; kh < kernel[0]; ++kh) {
            for (std::int64_t kw = 0; kw < kernel[1]; ++kw) {
              const std::int64_t h = i * stride[0] - padding[0] + kh, w = j * stride[1] - padding[1] + kw;
              if (h < 0 || h >= x[2] || w < 0 || w >= x[3]) continue;
              visit(at(y, n, c, i, j), at(x, n, c, h, w), kh * kernel[1] + kw);
            }
          }
        }
      }
    }
  }
}

void maxPool(Call& c) {
  const Tensor& x = *c.in[0];
  Tensor &y = *c.out[0], &indices = *c.out[1];
  std::vector<bool> seen(y.size(), false);
  overWindows(c, c.inShape(0), c.outShape(0), [&](auto iy, auto ix, auto place) {
    const bool isNan = x[ix] != x[ix];
    if (seen[iy] && !(x[ix] > y[iy] || isNan)) return;
    seen[iy] = true;
    y[iy] = x[ix];
    indices[iy] = static_cast<double>(place);
  });
}

void maxPoolGrad(Call& c) {
  const Tensor &dy = *c.in[0], &indices = *c.in[1];
  Tensor& dx = *c.out[0];
  overWindows(c, c.outShape(0), c.inShape(0), [&](auto iy, auto ix, auto place) {
    if (indices[iy] == static_cast<double>(place)) dx[ix] += dy[iy];
  });
}

// What a window of average pooling divides by: its size, or how much of it lies in the image.
Tensor averageDivisors(const Call& c, const Shape& x, const Shape& y) {
  Tensor divisors(static_cast<std::size_t>(numel(y)), 0.0);
  if (c.flag("count_include_pad")) {
    const auto& kernel = c.integers("kernel");
    divisors.assign(divisors.size(), static_cast<double>(kernel[0] * kernel[1]));
  } else {
    overWindows(c, x, y, [&](auto iy, auto, auto) { divisors[iy] += 1; });
  }
  return divisors;
}

void avgPool(Call& c) {
  const Tensor divisors = averageDivisors(c, c.inShape(0), c.outShape(0));
  overWindows(c, c.inShape(0), c.outShape(0), [&](auto iy, auto ix, auto) { (*c.out[0])[iy] += (*c.in[0])[ix] / divisors[iy]; });
}

void avgPoolGrad(Call& c) {
  const Tensor divisors = averageDivisors(c, c.outShape(0), c.inShape(0));
  overWindows(c, c.outShape(0), c.inShape(0), [&](auto iy, auto ix, auto) { (*c.out[0])[ix] += (*c.in[0])[iy] / divisors[iy]; });
}

void globalAvgPool(Call& c) {
  const std::size_t area = static_cast<std::size_t>(c.inShape(0)[2] * c.inShape(0)[3]);
  for (std::size_t e = 0; e < c.in[0]->size(); ++e) (*c.out[0])[e / area] += (*c.in[0])[e] / static_cast<double>(area);
}

void globalAvgPoolGrad(Call& c) {
  const std::size_t area = static_cast<std::size_t>(c.outShape(0)[2] * c.outShape(0)[3]);
  for (std::size_t e = 0; e < c.out[0]->size(); ++e) (*c.out[0])[e] = (*c.in[0])[e / area] / static_cast<double>(area);
}

// Calls visit(y index, x index) for every pixel that the padded shortcut takes.
template <typename Visit>
void overShortcut(const Call& call, const Shape& x, const Shape& y, Visit visit) {
  const auto& stride = call.integers("stride");
  const std::int64_t before = call.node.attrs.integer("pad_before");
  for (std::int64_t n = 0; n < x[0]; ++n)
    for (std::int64_t c = 0; c < x[1]; ++c)
      for (std::int64_t i = 0; i < y[2]; ++i)
        for (std::int64_t j = 0; j < y[3]; ++j) visit(at(y, n, before + c, i, j), at(x, n, c, i * stride[0], j * stride[1]));
}

void shortcutPad(Call& c) {
  overShortcut(c, c.inShape(0), c.outShape(0), [&](auto iy, auto ix) { (*c.out[0])[iy] = (*c.in[0])[ix]; });
}

void shortcutPadGrad(Call& c) {
  overShortcut(c, c.outShape(0), c.inShape(0), [&](auto iy, auto ix) { (*c.out[0])[ix] = (*c.in[0])[iy]; });
}

}  // namespace

void addImageKernels(Kernels& k) {
  k["conv2d"] = conv2d;
  k["conv2d_grad_input"] = conv2dGradInput;
  k["conv2d_grad_weight"] = conv2dGradWeight;
  k["max_pool2d"] = maxPool;
  k["max_pool2d_grad"] = maxPoolGrad;
  k["avg_pool2d"] = avgPool;
  k["avg_pool2d_grad"] = avgPoolGrad;
  k["global_avg_pool"] = globalAvgPool;
  k["global_avg_pool_grad"] = globalAvgPoolGrad;
  k["shortcut_pad"] = shortcutPad;
  k["shortcut_pad_grad"] = shortcutPadGrad;
}

}  // namespace stepscope::reference
