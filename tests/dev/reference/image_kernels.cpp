#include <algorithm>

#include "core/base/error.h"
#include "tests/dev/reference/call.h"

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
  const Shape dilation = call.node.attrs.has("dilation") ? call.integers("dilation") : Shape{1, 1};
  for (std::int64_t n = 0; n < y[0]; ++n) {
    for (std::int64_t c = 0; c < y[1]; ++c) {
      for (std::int64_t i = 0; i < y[2]; ++i) {
        for (std::int64_t j = 0; j < y[3]; ++j) {
          for (std::int64_t kh = 0; kh < kernel[0]; ++kh) {
            for (std::int64_t kw = 0; kw < kernel[1]; ++kw) {
              const std::int64_t h = i * stride[0] - padding[0] + kh * dilation[0], w = j * stride[1] - padding[1] + kw * dilation[1];
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

// What a window of average pooling divides by: how much of it lies in the image, or in image and padding.
Tensor averageDivisors(const Call& c, const Shape& x, const Shape& y) {
  Tensor divisors(static_cast<std::size_t>(numel(y)), 0.0);
  if (c.flag("count_include_pad")) {
    const auto inside = [&](std::int64_t out, std::size_t axis) {
      const std::int64_t end = x[2 + axis] + 2 * c.integers("padding")[axis];
      return std::min(c.integers("kernel")[axis], end - out * c.integers("stride")[axis]);
    };
    for (std::int64_t e = 0; e < numel(y); ++e)
      divisors[static_cast<std::size_t>(e)] = static_cast<double>(inside(e / y[3] % y[2], 0) * inside(e % y[3], 1));
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

// Calls visit(y index, x index, pixels of the window) for every element of every window of adaptive pooling.
template <typename Visit>
void overAdaptiveWindows(const Shape& x, const Shape& y, Visit visit) {
  const auto first = [](std::int64_t o, std::int64_t in, std::int64_t out) { return o * in / out; };
  const auto last = [](std::int64_t o, std::int64_t in, std::int64_t out) { return ((o + 1) * in + out - 1) / out; };
  for (std::int64_t n = 0; n < y[0]; ++n)
    for (std::int64_t c = 0; c < y[1]; ++c)
      for (std::int64_t i = 0; i < y[2]; ++i)
        for (std::int64_t j = 0; j < y[3]; ++j) {
          const std::int64_t top = first(i, x[2], y[2]), bottom = last(i, x[2], y[2]), left = first(j, x[3], y[3]), right = last(j, x[3], y[3]);
          for (std::int64_t h = top; h < bottom; ++h)
            for (std::int64_t w = left; w < right; ++w)
              visit(at(y, n, c, i, j), at(x, n, c, h, w), static_cast<double>((bottom - top) * (right - left)));
        }
}

void adaptiveAvgPool(Call& c) {
  overAdaptiveWindows(c.inShape(0), c.outShape(0), [&](auto iy, auto ix, double area) { (*c.out[0])[iy] += (*c.in[0])[ix] / area; });
}

void adaptiveAvgPoolGrad(Call& c) {
  overAdaptiveWindows(c.outShape(0), c.inShape(0), [&](auto iy, auto ix, double area) { (*c.out[0])[ix] += (*c.in[0])[iy] / area; });
}

void adaptiveMaxPool(Call& c) {
  const Tensor& x = *c.in[0];
  Tensor &y = *c.out[0], &indices = *c.out[1];
  const auto image = static_cast<std::size_t>(c.inShape(0)[2] * c.inShape(0)[3]);
  std::vector<bool> seen(y.size(), false);
  overAdaptiveWindows(c.inShape(0), c.outShape(0), [&](auto iy, auto ix, double) {
    if (seen[iy] && !(x[ix] > y[iy] || x[ix] != x[ix])) return;
    seen[iy] = true;
    y[iy] = x[ix];
    indices[iy] = static_cast<double>(ix % image);
  });
}

void adaptiveMaxPoolGrad(Call& c) {
  const auto image = static_cast<std::size_t>(c.outShape(0)[2] * c.outShape(0)[3]);
  overAdaptiveWindows(c.outShape(0), c.inShape(0), [&](auto iy, auto ix, double) {
    if ((*c.in[1])[iy] == static_cast<double>(ix % image)) (*c.out[0])[ix] += (*c.in[0])[iy];
  });
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
  k["adaptive_avg_pool2d"] = adaptiveAvgPool;
  k["adaptive_avg_pool2d_grad"] = adaptiveAvgPoolGrad;
  k["adaptive_max_pool2d"] = adaptiveMaxPool;
  k["adaptive_max_pool2d_grad"] = adaptiveMaxPoolGrad;
  k["global_avg_pool"] = globalAvgPool;
  k["global_avg_pool_grad"] = globalAvgPoolGrad;
  k["shortcut_pad"] = shortcutPad;
  k["shortcut_pad_grad"] = shortcutPadGrad;
}

}  // namespace stepscope::reference
