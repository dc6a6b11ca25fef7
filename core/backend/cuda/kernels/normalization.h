// Layer, RMS and group norm. Variances are sums of squared differences to the mean, in f32.
#pragma once

#include "core/backend/cuda/kernels/elementwise.h"

namespace stepscope::cuda {

// Layer norm or RMS norm (without a mean) of rows of `width` elements. One block per row.
struct RowNorm {
  In x, gamma, beta;
  Out y;
  float *mean = nullptr, *inverse = nullptr;  // mean is null for RMS norm
  Int rows = 0, width = 0;
  float eps = 0;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(gamma), visit(beta), visit(y);
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const float n = static_cast<float>(width);
    for (Int row = team.block; row < rows; row += team.blocks) {
      const Int base = row * width;
      float average = 0;
      if (mean) {
        float sum = 0;
        for (Int i = team.lane; i < width; i += team.lanes) sum += x[base + i];
        average = team.sum(sum) / n;
      }
      float squares = 0;
      for (Int i = team.lane; i < width; i += team.lanes) squares += (x[base + i] - average) * (x[base + i] - average);
      const float scale = 1.0f / sqrt(team.sum(squares) / n + eps);
      for (Int i = team.lane; i < width; i += team.lanes) {
        const float value = (x[base + i] - average) * scale * (gamma.has() ? gamma[i] : 1.0f) + (beta.has() ? beta[i] : 0.0f);
        y.set(base + i, value);
      }
      if (team.lane != 0) continue;
      if (mean) mean[row] = average;
      inverse[row] = scale;
    }
  }
};

// dx = inverse * (g - mean(g) - xhat * mean(g * xhat)), where xhat is the normalised input and g = dy * gamma; RMS norm has no mean(g).
struct RowNormGrad {
  In x, dy, gamma, mean, inverse;
  Out dx;
  Int rows = 0, width = 0;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(dy), visit(gamma), visit(mean), visit(inverse), visit(dx);
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const float n = static_cast<float>(width);
    for (Int row = team.block; row < rows; row += team.blocks) {
      const Int base = row * width;
      const float average = mean.has() ? mean[row] : 0.0f, scale = inverse[row];
      float sum = 0, product = 0;
      for (Int i = team.lane; i < width; i += team.lanes) {
        const float g = dy[base + i] * (gamma.has() ? gamma[i] : 1.0f);
        sum += g;
        product += g * (x[base + i] - average) * scale;
      }
      sum = mean.has() ? team.sum(sum) / n : 0.0f;
      product = team.sum(product) / n;
      for (Int i = team.lane; i < width; i += team.lanes) {
        const float g = dy[base + i] * (gamma.has() ? gamma[i] : 1.0f), normal = (x[base + i] - average) * scale;
        dx.set(base + i, scale * (g - sum - normal * product));
      }
    }
  }
};

// dgamma and dbeta of a row norm take two launches: sums over `parts` parts of the rows, one thread per part and column; then ColumnSums adds the
// parts.
struct RowNormGradParts {
  In x, dy, mean, inverse;
  float *gammaParts = nullptr, *betaParts = nullptr;  // (parts, width)
  Int rows = 0, width = 0, parts = 0;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(dy), visit(mean), visit(inverse);
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int i = team.first(); i < parts * width; i += team.step()) {
      const Int part = i / width, column = i % width;
      float product = 0, sum = 0;
      for (Int row = part; row < rows; row += parts) {
        const float g = dy[row * width + column];
        product += g * (x[row * width + column] - (mean.has() ? mean[row] : 0.0f)) * inverse[row];
        sum += g;
      }
      gammaParts[i] = product;
      betaParts[i] = sum;
    }
  }
};
struct ColumnSums {
  const float* parts = nullptr;  // (rows, width)
  Out y;
  Int rows = 0, width = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int column = team.first(); column < width; column += team.step()) {
      float sum = 0;
      for (Int row = 0; row < rows; ++row) sum += parts[row * width + column];
      y.set(column, sum);
    }
  }
};

// The groups of the samples. A group has `size` elements, `inner` of each channel. They are contiguous or, with the channels last, a few in each
// pixel.
struct GroupShape {
  Int groups = 0, size = 0, inner = 0, channels = 0;  // groups: number of groups of all samples
  bool last = false;

  // The offset of element i of a group, and the channel of an element.
  STEPSCOPE_DEVICE Int at(Int group, Int i) const {
    if (!last) return group * size + i;
    const Int each = size / inner, perSample = channels / each;
    return (group / perSample * inner + i / each) * channels + group % perSample * each + i % each;
  }
  STEPSCOPE_DEVICE Int channel(Int e) const { return last ? e % channels : e / inner % channels; }
};

// One block per group.
struct GroupNorm {
  In x, gamma, beta;
  Out y;
  float *mean = nullptr, *inverse = nullptr;
  GroupShape s;
  float eps = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const float n = static_cast<float>(s.size);
    for (Int group = team.block; group < s.groups; group += team.blocks) {
      float sum = 0, squares = 0;
      for (Int i = team.lane; i < s.size; i += team.lanes) sum += x[s.at(group, i)];
      const float average = team.sum(sum) / n;
      for (Int i = team.lane; i < s.size; i += team.lanes) squares += (x[s.at(group, i)] - average) * (x[s.at(group, i)] - average);
      const float scale = 1.0f / sqrt(team.sum(squares) / n + eps);
      for (Int i = team.lane; i < s.size; i += team.lanes) {
        const Int e = s.at(group, i), c = s.channel(e);
        y.set(e, (x[e] - average) * scale * (gamma.has() ? gamma[c] : 1.0f) + (beta.has() ? beta[c] : 0.0f));
      }
      if (team.lane != 0) continue;
      mean[group] = average;
      inverse[group] = scale;
    }
  }
};

struct GroupNormGrad {
  In x, dy, gamma, mean, inverse;
  Out dx;
  GroupShape s;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const float n = static_cast<float>(s.size);
    for (Int group = team.block; group < s.groups; group += team.blocks) {
      const float average = mean[group], scale = inverse[group];
      float sum = 0, product = 0;
      for (Int i = team.lane; i < s.size; i += team.lanes) {
        const Int e = s.at(group, i);
        const float g = dy[e] * (gamma.has() ? gamma[s.channel(e)] : 1.0f);
        sum += g;
        product += g * (x[e] - average) * scale;
      }
      sum = team.sum(sum) / n;
      product = team.sum(product) / n;
      for (Int i = team.lane; i < s.size; i += team.lanes) {
        const Int e = s.at(group, i);
        const float g = dy[e] * (gamma.has() ? gamma[s.channel(e)] : 1.0f);
        dx.set(e, scale * (g - sum - (x[e] - average) * scale * product));
      }
    }
  }
};

struct GroupNormGradChannels {
  In x, dy, mean, inverse;
  Out dgamma, dbeta;
  GroupShape s;
  Int outer = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int c = team.block; c < s.channels; c += team.blocks) {
      float product = 0, sum = 0;
      const Int each = s.size / s.inner;
      for (Int i = team.lane; i < outer * s.inner; i += team.lanes) {
        const Int group = (i / s.inner * s.channels + c) / each,
                  e = s.at(group, s.last ? i % s.inner * each + c % each : c % each * s.inner + i % s.inner);
        product += dy[e] * (x[e] - mean[group]) * inverse[group];
        sum += dy[e];
      }
      product = team.sum(product);
      sum = team.sum(sum);
      if (team.lane != 0) continue;
      if (dgamma.has()) dgamma.set(c, product);
      if (dbeta.has()) dbeta.set(c, sum);
    }
  }
};

}  // namespace stepscope::cuda
