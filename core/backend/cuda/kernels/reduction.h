// Sums, means and maxima over dimensions; softmax. One block per output or per row.
#pragma once

#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

// Writes one number per block: 0 if all its elements are finite, 1 if one is infinite, 2 if one is NaN.
struct WorstOfBlocks {
  In x;
  float* worst = nullptr;
  Int count = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    float found = 0;
    for (Int e = team.first(); e < count; e += team.step()) {
      const float value = x[e], here = fabs(value) < kInfinity ? 0.0f : value == value ? 1.0f : 2.0f;
      if (here > found) found = here;
    }
    found = team.max(found);
    if (team.lane == 0) worst[team.block] = found;
  }
};

// y[n][c] = scale * sum over the pixels of x[n][pixel][c]: images with the channels last, eight channels per thread.
struct PixelSums {
  In x;
  Out y;
  Int images = 0, pixels = 0, channels = 0;
  float scale = 1;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(y);
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int across = channels / 8;
    for (Int t = team.first(); t < images * across; t += team.step()) {
      const Division at = divide(t, across);
      const Int first = at.quotient * pixels * across + at.rest;
      Eight sum{};
      STEPSCOPE_UNROLL(4)
      for (Int pixel = 0; pixel < pixels; ++pixel) {
        const Eight values = loadEight(x, first + pixel * across);
        for (int k = 0; k < 8; ++k) sum.of[k] += values.of[k];
      }
      for (int k = 0; k < 8; ++k) sum.of[k] *= scale;
      storeEight(y, t, sum);
    }
  }
};

// The gradient of PixelSums: dx[n][pixel][c] = scale * dy[n][c].
struct PixelSpread {
  In dy;
  Out dx;
  Int images = 0, pixels = 0, channels = 0;
  float scale = 1;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(dy), visit(dx);
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int across = channels / 8;
    for (Int t = team.first(); t < images * pixels * across; t += team.step()) {
      const Division pixel = divide(t, across), image = divide(pixel.quotient, pixels);
      Eight values = loadEight(dy, image.quotient * across + pixel.rest);
      for (int k = 0; k < 8; ++k) values.of[k] *= scale;
      storeEight(dx, t, values);
    }
  }
};

// y[o] = scale * the sum over r of x[kept(o) + gone(r)], times z at the same place if there is a z.
struct ReduceSum {
  In x, z;
  Out y;
  Int outputs = 0, reduced = 0;
  float scale = 1;
  Walk kept, gone;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int o = team.block; o < outputs; o += team.blocks) {
      const Int base = kept(o);
      float sum = 0;
      for (Int r = team.lane; r < reduced; r += team.lanes) {
        const Int at = base + gone(r);
        sum += z.has() ? x[at] * z[at] : x[at];
      }
      sum = team.sum(sum);
      if (team.lane == 0) y.set(o, scale * sum);
    }
  }
};

struct ReduceMax {
  In x;
  Out y;
  Int outputs = 0, reduced = 0;
  Walk kept, gone;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int o = team.block; o < outputs; o += team.blocks) {
      const Int base = kept(o);
      float most = -kInfinity;
      for (Int r = team.lane; r < reduced; r += team.lanes) {
        const float value = x[base + gone(r)];
        most = value != value || value > most ? value : most;
      }
      most = team.max(most);
      if (team.lane == 0) y.set(o, most);
    }
  }
};

// The gradient of a maximum; equal maxima share it equally.
struct ReduceMaxGrad {
  In dy, x, y;
  Out dx;
  Int outputs = 0, reduced = 0;
  Walk kept, gone;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int o = team.block; o < outputs; o += team.blocks) {
      const Int base = kept(o);
      const float most = y[o];
      float equal = 0;
      for (Int r = team.lane; r < reduced; r += team.lanes) equal += x[base + gone(r)] == most ? 1.0f : 0.0f;
      const float share = dy[o] / team.sum(equal);
      for (Int r = team.lane; r < reduced; r += team.lanes) {
        const Int at = base + gone(r);
        dx.set(at, x[at] == most ? share : 0.0f);
      }
    }
  }
};

// The index of the maximum: of equal ones the first, or with `last` the last.
struct ArgMax {
  In x;
  int* y = nullptr;
  Int outputs = 0, reduced = 0, inner = 1;
  bool last = false;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int o = team.block; o < outputs; o += team.blocks) {
      const Int base = o / inner * reduced * inner + o % inner;
      float most = -kInfinity;
      for (Int r = team.lane; r < reduced; r += team.lanes) {
        const float value = x[base + r * inner];
        most = value > most ? value : most;
      }
      most = team.max(most);
      // For the first maximum the indices are negated, and the largest is taken. Exact for up to 2^24 elements.
      const float sign = last ? 1.0f : -1.0f, none = last ? -1.0f : -static_cast<float>(reduced);
      float best = none;
      for (Int r = team.lane; r < reduced; r += team.lanes)
        if (x[base + r * inner] == most && sign * static_cast<float>(r) > best) best = sign * static_cast<float>(r);
      best = team.max(best);
      if (team.lane == 0) y[o] = best == none ? 0 : static_cast<int>(sign * best);
    }
  }
};

// Softmax of rows along an axis, whose elements are `inner` apart.
struct Softmax {
  In x;
  Out y;
  Int rows = 0, width = 0, inner = 1;
  bool logarithm = false;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.block; row < rows; row += team.blocks) {
      const Int base = row / inner * width * inner + row % inner;
      float most = -kInfinity;
      for (Int i = team.lane; i < width; i += team.lanes) {
        const float value = x[base + i * inner];
        most = value != value || value > most ? value : most;
      }
      most = team.max(most);
      float sum = 0;
      for (Int i = team.lane; i < width; i += team.lanes) sum += exp(x[base + i * inner] - most);
      sum = team.sum(sum);
      const float logSum = log(sum), inverse = 1.0f / sum;
      for (Int i = team.lane; i < width; i += team.lanes) {
        const float shifted = x[base + i * inner] - most;
        y.set(base + i * inner, logarithm ? shifted - logSum : exp(shifted) * inverse);
      }
    }
  }
};

struct SoftmaxGrad {
  In dy, y;
  Out dx;
  Int rows = 0, width = 0, inner = 1;
  bool logarithm = false;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.block; row < rows; row += team.blocks) {
      const Int base = row / inner * width * inner + row % inner;
      float sum = 0;
      for (Int i = team.lane; i < width; i += team.lanes) {
        const Int at = base + i * inner;
        sum += logarithm ? dy[at] : dy[at] * y[at];
      }
      sum = team.sum(sum);
      for (Int i = team.lane; i < width; i += team.lanes) {
        const Int at = base + i * inner;
        dx.set(at, logarithm ? dy[at] - exp(y[at]) * sum : y[at] * (dy[at] - sum));
      }
    }
  }
};

}  // namespace stepscope::cuda
