// Transposed convolution: every input pixel adds its share to the output pixels that it reaches.
#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

std::size_t at(const Shape& s, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return static_cast<std::size_t>(((a * s[1] + b) * s[2] + c) * s[3] + d);
}

void convTranspose2d(Call& call) {
  const Shape &x = call.inShape(0), &w = call.inShape(1), &y = call.outShape(0);
  const auto &stride = call.integers("stride"), &padding = call.integers("padding"), &dilation = call.integers("dilation");
  const std::int64_t groups = call.node.attrs.integer("groups"), inPerGroup = x[1] / groups;
  for (std::int64_t n = 0; n < x[0]; ++n)
    for (std::int64_t c = 0; c < x[1]; ++c)
      for (std::int64_t i = 0; i < x[2]; ++i)
        for (std::int64_t j = 0; j < x[3]; ++j)
          for (std::int64_t o = 0; o < w[1]; ++o)
            for (std::int64_t kh = 0; kh < w[2]; ++kh)
              for (std::int64_t kw = 0; kw < w[3]; ++kw) {
                const std::int64_t h = i * stride[0] - padding[0] + kh * dilation[0], v = j * stride[1] - padding[1] + kw * dilation[1];
                if (h < 0 || h >= y[2] || v < 0 || v >= y[3]) continue;
                (*call.out[0])[at(y, n, c / inPerGroup * w[1] + o, h, v)] += (*call.in[0])[at(x, n, c, i, j)] * (*call.in[1])[at(w, c, o, kh, kw)];
              }
  if (!call.has(2)) return;
  const auto area = static_cast<std::size_t>(y[2] * y[3]), channels = static_cast<std::size_t>(y[1]);
  for (std::size_t e = 0; e < call.out[0]->size(); ++e) (*call.out[0])[e] += (*call.in[2])[e / area % channels];
}

}  // namespace

void addConvolutionTransposeKernels(Kernels& k) {
  k["conv_transpose2d"] = convTranspose2d;
}

}  // namespace stepscope::reference
