// Kernels of one element: activations, arithmetic with broadcasting, casts, dropout.
#pragma once

#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

// Formulas are PyTorch's. `a` and `b` are the op's attributes.
STEPSCOPE_DEVICE float logistic(float x) {
  return 1.0f / (1.0f + exp(-x));
}
struct Relu {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return x <= 0 ? 0.0f : x; }  // keeps a NaN
};
struct LeakyRelu {
  static STEPSCOPE_DEVICE float of(float x, float a, float) { return x > 0 ? x : a * x; }
};
struct Elu {
  static STEPSCOPE_DEVICE float of(float x, float a, float) { return x > 0 ? x : a * expm1(x); }
};
struct Gelu {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return 0.5f * x * (1.0f + erf(x * 0.70710678f)); }
};
STEPSCOPE_DEVICE float geluInner(float x) {
  return 0.79788456f * (x + 0.044715f * x * x * x);
}
struct GeluTanh {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return 0.5f * x * (1.0f + tanh(geluInner(x))); }
};
struct Silu {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return x * logistic(x); }
};
struct Sigmoid {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return logistic(x); }
};
struct Tanh {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return tanh(x); }
};
struct HardSigmoid {
  static STEPSCOPE_DEVICE float of(float x, float, float) {
    const float y = x / 6.0f + 0.5f;
    return y < 0 ? 0.0f : y > 1 ? 1.0f : y;
  }
};
struct HardSwish {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return x * HardSigmoid::of(x, 0, 0); }
};
struct Softplus {
  static STEPSCOPE_DEVICE float of(float x, float beta, float threshold) { return x * beta > threshold ? x : log1p(exp(x * beta)) / beta; }
};
struct Negate {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return -x; }
};
struct Exponential {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return exp(x); }
};
struct Logarithm {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return log(x); }
};
struct SquareRoot {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return sqrt(x); }
};
struct ErrorFunction {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return erf(x); }
};
struct Floor {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return floor(x); }
};
struct Clamp {
  static STEPSCOPE_DEVICE float of(float x, float min, float max) { return x < min ? min : x > max ? max : x; }
};
struct Identity {
  static STEPSCOPE_DEVICE float of(float x, float, float) { return x; }
};
struct Scaled {
  static STEPSCOPE_DEVICE float of(float x, float a, float) { return a * x; }
};

// (dy, kept): dy times the slope at what was kept.
struct ReluGrad {
  static STEPSCOPE_DEVICE float of(float dy, float y, float, float) { return y > 0 ? dy : 0.0f; }
};
struct LeakyReluGrad {
  static STEPSCOPE_DEVICE float of(float dy, float y, float a, float) { return y > 0 ? dy : a * dy; }
};
struct EluGrad {
  static STEPSCOPE_DEVICE float of(float dy, float y, float a, float) { return y > 0 ? dy : dy * (y + a); }
};
struct GeluGrad {
  static STEPSCOPE_DEVICE float of(float dy, float x, float, float) {
    return dy * (0.5f * (1.0f + erf(x * 0.70710678f)) + x * 0.39894228f * exp(-0.5f * x * x));
  }
};
struct GeluTanhGrad {
  static STEPSCOPE_DEVICE float of(float dy, float x, float, float) {
    const float t = tanh(geluInner(x));
    return dy * (0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * 0.79788456f * (1.0f + 3.0f * 0.044715f * x * x));
  }
};
struct SiluGrad {
  static STEPSCOPE_DEVICE float of(float dy, float x, float, float) {
    const float s = logistic(x);
    return dy * s * (1.0f + x * (1.0f - s));
  }
};
struct SigmoidGrad {
  static STEPSCOPE_DEVICE float of(float dy, float y, float, float) { return dy * y * (1.0f - y); }
};
struct TanhGrad {
  static STEPSCOPE_DEVICE float of(float dy, float y, float, float) { return dy * (1.0f - y * y); }
};
struct HardSwishGrad {
  static STEPSCOPE_DEVICE float of(float dy, float x, float, float) { return x <= -3 ? 0.0f : x >= 3 ? dy : dy * (x / 3.0f + 0.5f); }
};
struct HardSigmoidGrad {
  static STEPSCOPE_DEVICE float of(float dy, float y, float, float) { return y > 0 && y < 1 ? dy / 6.0f : 0.0f; }
};
struct SoftplusGrad {
  static STEPSCOPE_DEVICE float of(float dy, float x, float beta, float threshold) {
    return x * beta > threshold ? dy : dy * logistic(x * beta);
  }
};
struct SquareRootGrad {
  static STEPSCOPE_DEVICE float of(float dy, float y, float, float) { return 0.5f * dy / y; }
};
struct ClampGrad {
  static STEPSCOPE_DEVICE float of(float dy, float y, float min, float max) { return y > min && y < max ? dy : 0.0f; }
};

struct Add {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return x + y; }
};
struct AddRelu {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return Relu::of(x + y, 0, 0); }
};
struct Subtract {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return x - y; }
};
struct Multiply {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return x * y; }
};
struct Divide {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return x / y; }
};
struct Power {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return pow(x, y); }
};
struct PowerGradBase {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return y == 0 ? 0.0f : y * pow(x, y - 1.0f); }
};
struct PowerGradExponent {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return x == 0 && y >= 0 ? 0.0f : pow(x, y) * log(x); }
};

struct Equal {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return x == y ? 1.0f : 0.0f; }
};
struct Less {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return x < y ? 1.0f : 0.0f; }
};
struct Select {
  static STEPSCOPE_DEVICE float of(float x, float y, float, float) { return x == 0 ? 0.0f : y; }
};

// y[e] = F(x[e]); x is walked where it is repeated or permuted.
template <class F>
struct Map1 {
  In x;
  Out y;
  Int count = 0;
  float a = 0, b = 0;
  bool straight = true;
  Walk walk;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (straight && count % 8 == 0) {
      for (Int i = team.first(); i < count / 8; i += team.step()) {
        Eight values = loadEight(x, i);
        for (int k = 0; k < 8; ++k) values.of[k] = F::of(values.of[k], a, b);
        storeEight(y, i, values);
      }
      return;
    }
    for (Int e = team.first(); e < count; e += team.step()) y.set(e, F::of(x[straight ? e : walk(e)], a, b));
  }
};

// z[e] = F(x[e], y[e])
template <class F>
struct Map2 {
  In x, y;
  Out z;
  Int count = 0;
  float a = 0, b = 0;
  bool straight = true;
  Walk walkX, walkY;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (straight && count % 8 == 0) {
      for (Int i = team.first(); i < count / 8; i += team.step()) {
        Eight left = loadEight(x, i);
        const Eight right = loadEight(y, i);
        for (int k = 0; k < 8; ++k) left.of[k] = F::of(left.of[k], right.of[k], a, b);
        storeEight(z, i, left);
      }
      return;
    }
    for (Int e = team.first(); e < count; e += team.step()) z.set(e, F::of(x[straight ? e : walkX(e)], y[straight ? e : walkY(e)], a, b));
  }
};

// y[m][c][r] = x[m][r][c], through tiles in shared memory, so that reads and writes both go along memory.
constexpr int kTile = 32;
struct Transpose {
  In x;
  Out y;
  Int matrices = 0, rows = 0, columns = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int across = (columns + kTile - 1) / kTile, down = (rows + kTile - 1) / kTile;
    for (Int t = team.block; t < matrices * across * down; t += team.blocks) {
      const Int column = t % across * kTile, row = t / across % down * kTile, base = t / (across * down) * rows * columns;
      for (int i = team.lane; i < kTile * kTile; i += team.lanes) {
        const Int r = row + i / kTile, c = column + i % kTile;
        if (r < rows && c < columns) team.shared[i / kTile * (kTile + 1) + i % kTile] = x[base + r * columns + c];
      }
      team.sync();
      for (int i = team.lane; i < kTile * kTile; i += team.lanes) {
        const Int c = column + i / kTile, r = row + i % kTile;
        if (r < rows && c < columns) y.set(base + c * rows + r, team.shared[i % kTile * (kTile + 1) + i / kTile]);
      }
      team.sync();
    }
  }
};

struct Fill {
  Out y;
  Int count = 0;
  float value = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) y.set(e, value);
  }
};

// `each` elements share a draw: 1 for dropout, the elements of a sample for stochastic depth.
struct Dropout {
  In x;
  Out y;
  const Int* seed = nullptr;
  Int count = 0, each = 1;
  float p = 0, scale = 1;
  Word opId = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) y.set(e, kept(seed, opId, p, e / each) ? x[e] * scale : 0.0f);
  }
};

}  // namespace stepscope::cuda
