// Element-wise kernels: activations, arithmetic with broadcasting, casts, dropout.
#pragma once

#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

// Definitions that core/graph/formulas-inl.h needs from a backend.
using Number = float;
STEPSCOPE_DEVICE float number(double value) {
  return static_cast<float>(value);
}
STEPSCOPE_DEVICE float select(bool mask, float x, float y) {
  return mask ? x : y;
}
STEPSCOPE_DEVICE bool both(bool m, bool n) {
  return m && n;
}
STEPSCOPE_DEVICE float mulAdd(float x, float y, float z) {
  return x * y + z;
}
STEPSCOPE_DEVICE float negMulAdd(float x, float y, float z) {
  return z - x * y;
}
STEPSCOPE_DEVICE float least(float x, float y) {
  return x < y ? x : y;
}
STEPSCOPE_DEVICE float greatest(float x, float y) {
  return x > y ? x : y;
}
STEPSCOPE_DEVICE float clampTo(float x, float low, float high) {
  return x < low ? low : x > high ? high : x;
}
STEPSCOPE_DEVICE float positivePart(float x) {
  return x <= 0 ? 0.0f : x;
}
STEPSCOPE_DEVICE float keepNaN(float x, float y) {
  return x == x ? y : x;
}
STEPSCOPE_DEVICE float negative(float x) {
  return -x;
}
STEPSCOPE_DEVICE float exponential(float x) {
  return exp(x);
}
STEPSCOPE_DEVICE float logarithm(float x) {
  return log(x);
}
STEPSCOPE_DEVICE float squareRoot(float x) {
  return sqrt(x);
}
STEPSCOPE_DEVICE float errorFunction(float x) {
  return erf(x);
}
STEPSCOPE_DEVICE float roundDown(float x) {
  return floor(x);
}
STEPSCOPE_DEVICE float hyperbolicTangent(float x) {
  return tanh(x);
}
STEPSCOPE_DEVICE float logistic(float x) {
  return 1.0f / (1.0f + exp(-x));
}
STEPSCOPE_DEVICE float expm1OfNegative(float x) {
  return expm1(x);
}
STEPSCOPE_DEVICE float log1pExpOfMinusAbs(float x) {
  return log1p(exp(-fabs(x)));
}
STEPSCOPE_DEVICE float normalCdf(float x) {
  return 0.5f * (1.0f + erf(x * 0.70710678f));
}
STEPSCOPE_DEVICE float geluSlope(float x) {
  return normalCdf(x) + x * 0.39894228f * exp(-0.5f * x * x);
}
STEPSCOPE_DEVICE float power(float x, float y) {
  return pow(x, y);
}
STEPSCOPE_DEVICE float powerTimesLog(float x, float y) {
  return pow(x, y) * log(x);
}

#define FORMULA STEPSCOPE_DEVICE
#include "core/graph/formulas-inl.h"
#undef FORMULA

struct Identity {
  static STEPSCOPE_DEVICE float value(float x, float, float) { return x; }
};
struct Scaled {
  static STEPSCOPE_DEVICE float value(float x, float a, float) { return a * x; }
};

// y[e] = F(x[e]). If x is repeated or permuted, `straight` is false and `walk` gives its offsets.
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
        for (int k = 0; k < 8; ++k) values.of[k] = F::value(values.of[k], a, b);
        storeEight(y, i, values);
      }
      return;
    }
    for (Int e = team.first(); e < count; e += team.step()) y.set(e, F::value(x[straight ? e : walk(e)], a, b));
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
        for (int k = 0; k < 8; ++k) left.of[k] = F::value(left.of[k], right.of[k], a, b);
        storeEight(z, i, left);
      }
      return;
    }
    for (Int e = team.first(); e < count; e += team.step()) z.set(e, F::value(x[straight ? e : walkX(e)], y[straight ? e : walkY(e)], a, b));
  }
};

// y[m][c][r] = x[m][r][c], by tiles in shared memory, so that reads and writes are both contiguous.
constexpr int kTile = 32;
struct Transpose {
  In x;
  Out y;
  Int matrices = 0, rows = 0, columns = 0;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(y);
  }

  // With few rows, such as the colours of an image, most of a tile would be empty. So each thread copies one number of each row.
  static constexpr Int kFewRows = 8;
  STEPSCOPE_DEVICE void fewRows(const Team& team) const {
    for (Int t = team.first(); t < matrices * columns; t += team.step()) {
      const Division at = divide(t, columns);
      const Int base = at.quotient * rows * columns;
      for (Int r = 0; r < rows; ++r) y.set(base + at.rest * rows + r, x[base + r * columns + at.rest]);
    }
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (rows <= kFewRows) return fewRows(team);
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

// `each` consecutive elements share one random draw: 1 for dropout, the elements of a sample for stochastic depth.
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
