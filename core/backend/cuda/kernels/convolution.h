// Convolutions without a library, for shapes and types that the library refuses. One thread per output, or one block per weight.
#pragma once

#include "core/backend/cuda/kernels/elementwise.h"

namespace stepscope::cuda {

// x (n, c, h, w) with w (o, c / groups, kh, kw) to y (n, o, yh, yw), all row-major or all with dimension 1 last.
struct ConvolutionShape {
  Int n = 0, c = 0, h = 0, w = 0, o = 0, kh = 0, kw = 0, yh = 0, yw = 0, groups = 1;
  Int strideH = 1, strideW = 1, padH = 0, padW = 0, dilationH = 1, dilationW = 1;
  bool last = false;

  STEPSCOPE_DEVICE Image x() const { return {c, h, w, last}; }
  STEPSCOPE_DEVICE Image weight() const { return {perGroup(), kh, kw, last}; }
  STEPSCOPE_DEVICE Image y() const { return {o, yh, yw, last}; }
  STEPSCOPE_DEVICE Int perGroup() const { return c / groups; }
  STEPSCOPE_DEVICE Int outPerGroup() const { return o / groups; }
};

struct Convolution {
  ConvolutionShape s;
  In x, w, bias;
  Out y;
  bool relu = false;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = s.n * s.o * s.yh * s.yw;
    const Image image = s.x(), weight = s.weight();
    for (Int e = team.first(); e < count; e += team.step()) {
      const auto [n, o, i, j] = s.y().place(e);
      const Int firstChannel = o / s.outPerGroup() * s.perGroup();
      float sum = bias.has() ? bias[o] : 0.0f;
      for (Int c = 0; c < s.perGroup(); ++c)
        for (Int kh = 0; kh < s.kh; ++kh) {
          const Int h = i * s.strideH - s.padH + kh * s.dilationH;
          if (h < 0 || h >= s.h) continue;
          for (Int kw = 0; kw < s.kw; ++kw) {
            const Int v = j * s.strideW - s.padW + kw * s.dilationW;
            if (v < 0 || v >= s.w) continue;
            sum += x[image.at(n, firstChannel + c, h, v)] * w[weight.at(o, c, kh, kw)];
          }
        }
      y.set(e, relu ? Relu::value(sum, 0, 0) : sum);
    }
  }
};

// dx, which is also the transposed convolution of dy; for that, bias has one number per channel of x.
struct ConvolutionInputGradient {
  ConvolutionShape s;
  In dy, w, bias;
  Out dx;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = s.n * s.c * s.h * s.w;
    const Image image = s.y(), weight = s.weight();
    for (Int e = team.first(); e < count; e += team.step()) {
      const auto [n, c, h, v] = s.x().place(e);
      const Int group = c / s.perGroup(), inGroup = c % s.perGroup();
      float sum = bias.has() ? bias[c] : 0.0f;
      for (Int kh = 0; kh < s.kh; ++kh) {
        const Int top = h + s.padH - kh * s.dilationH;
        if (top < 0 || top % s.strideH || top / s.strideH >= s.yh) continue;
        for (Int kw = 0; kw < s.kw; ++kw) {
          const Int left = v + s.padW - kw * s.dilationW;
          if (left < 0 || left % s.strideW || left / s.strideW >= s.yw) continue;
          for (Int o = group * s.outPerGroup(); o < (group + 1) * s.outPerGroup(); ++o)
            sum += dy[image.at(n, o, top / s.strideH, left / s.strideW)] * w[weight.at(o, inGroup, kh, kw)];
        }
      }
      dx.set(e, sum);
    }
  }
};

struct ConvolutionWeightGradient {
  ConvolutionShape s;
  In x, dy;
  Out dw;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = s.o * s.perGroup() * s.kh * s.kw, pixels = s.n * s.yh * s.yw;
    const Image image = s.x(), result = s.y();
    for (Int e = team.block; e < count; e += team.blocks) {
      const auto [o, c, kh, kw] = s.weight().place(e);
      const Int channel = o / s.outPerGroup() * s.perGroup() + c;
      float sum = 0;
      for (Int p = team.lane; p < pixels; p += team.lanes) {
        const Int j = p % s.yw, i = p / s.yw % s.yh, n = p / (s.yw * s.yh);
        const Int h = i * s.strideH - s.padH + kh * s.dilationH, v = j * s.strideW - s.padW + kw * s.dilationW;
        if (h < 0 || h >= s.h || v < 0 || v >= s.w) continue;
        sum += x[image.at(n, channel, h, v)] * dy[result.at(n, o, i, j)];
      }
      sum = team.sum(sum);
      if (team.lane == 0) dw.set(e, sum);
    }
  }
};

// d = op(a) op(b) + bias, if cuBLASLt refuses it. Matrix i of d is made from matrix matrixA(i) of a and matrixB(i) of b.
struct Matmul {
  In a, b, bias;
  Out d;
  Int m = 0, n = 0, k = 0, batch = 1;
  bool transposeA = false, transposeB = false, relu = false;
  Walk matrixA, matrixB;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < batch * m * n; e += team.step()) {
      const Int column = e % n, row = e / n % m, matrix = e / (n * m);
      const Int baseA = matrixA(matrix) * m * k, baseB = matrixB(matrix) * k * n;
      float sum = 0;
      for (Int i = 0; i < k; ++i)
        sum += a[baseA + (transposeA ? i * m + row : row * k + i)] * b[baseB + (transposeB ? column * k + i : i * n + column)];
      if (bias.has()) sum += bias[column];
      d.set(e, relu ? Relu::value(sum, 0, 0) : sum);
    }
  }
};

}  // namespace stepscope::cuda
