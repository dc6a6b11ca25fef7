// Batch, layer, RMS and group norm. Variances are summed from differences to the mean, in f32.
#pragma once

#include "core/backend/cuda/kernels/elementwise.h"

namespace stepscope::cuda {

// Images or rows (outer, channels, inner). A block a channel.
struct BatchNormStatistics {
  In x;
  float *mean = nullptr, *variance = nullptr, *runningMean = nullptr, *runningVariance = nullptr;  // the running ones may be null
  Int outer = 0, channels = 0, inner = 0;
  float momentum = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = outer * inner;
    for (Int c = team.block; c < channels; c += team.blocks) {
      float sum = 0;
      for (Int e = team.lane; e < count; e += team.lanes) sum += x[(e / inner * channels + c) * inner + e % inner];
      const float average = team.sum(sum) / static_cast<float>(count);
      float squares = 0;
      for (Int e = team.lane; e < count; e += team.lanes) {
        const float d = x[(e / inner * channels + c) * inner + e % inner] - average;
        squares += d * d;
      }
      const float spread = team.sum(squares) / static_cast<float>(count);
      if (team.lane != 0) continue;
      mean[c] = average;
      variance[c] = spread;
      if (!runningMean) continue;
      const float n = static_cast<float>(count);
      runningMean[c] = (1.0f - momentum) * runningMean[c] + momentum * average;
      runningVariance[c] = (1.0f - momentum) * runningVariance[c] + momentum * (spread * (n / (n - 1.0f)));
    }
  }
};

struct BatchNormApply {
  In x, gamma, beta, mean, variance, residual;
  Out y;
  Byte* mask = nullptr;
  Int count = 0, channels = 0, inner = 0;
  float eps = 0;
  bool relu = false;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) {
      const Int c = e / inner % channels;
      float value = (x[e] - mean[c]) * (1.0f / sqrt(variance[c] + eps)) * gamma[c] + beta[c];
      if (residual.has()) value += residual[e];
      if (relu) value = Relu::of(value, 0, 0);
      y.set(e, value);
      if (mask) mask[e] = value > 0 ? 1 : 0;
    }
  }
};

// dgamma and dbeta: sums of g and of g times the normalised input, g the gradient behind the relu.
struct BatchNormGradSums {
  In x, dy, mean, variance;
  const Byte* mask = nullptr;
  Out dgamma, dbeta;
  Int outer = 0, channels = 0, inner = 0;
  float eps = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int c = team.block; c < channels; c += team.blocks) {
      const float average = mean[c], inverse = 1.0f / sqrt(variance[c] + eps);
      float sum = 0, product = 0;
      for (Int i = team.lane; i < outer * inner; i += team.lanes) {
        const Int e = (i / inner * channels + c) * inner + i % inner;
        const float g = mask && !mask[e] ? 0.0f : dy[e];
        sum += g;
        product += g * (x[e] - average) * inverse;
      }
      sum = team.sum(sum);
      product = team.sum(product);
      if (team.lane != 0) continue;
      dgamma.set(c, product);
      dbeta.set(c, sum);
    }
  }
};

// Ioffe & Szegedy 2015, section 3.
struct BatchNormGradApply {
  In x, dy, gamma, mean, variance, dgamma, dbeta;
  const Byte* mask = nullptr;
  Out dx, dresidual;
  Int count = 0, channels = 0, inner = 0;
  float eps = 0, perChannel = 1;  // elements a channel

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) {
      const Int c = e / inner % channels;
      const float inverse = 1.0f / sqrt(variance[c] + eps), g = mask && !mask[e] ? 0.0f : dy[e];
      const float normal = (x[e] - mean[c]) * inverse;
      const float value = gamma[c] * inverse * (g - dbeta[c] / perChannel - normal * (dgamma[c] / perChannel));
      if (dresidual.has()) dresidual.set(e, g);
      dx.set(e, value);
    }
  }
};

// Rows of `width`; RMS norm has no mean. A block a row.
struct RowNorm {
  In x, gamma, beta;
  Out y;
  float *mean = nullptr, *inverse = nullptr;  // mean is null for RMS norm
  Int rows = 0, width = 0;
  float eps = 0;

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

// With xhat the normalised input and g = dy * gamma: dx = inverse * (g - mean(g) - xhat * mean(g * xhat)); RMS norm lacks the mean.
struct RowNormGrad {
  In x, dy, gamma, mean, inverse;
  Out dx;
  Int rows = 0, width = 0;

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

// dgamma and dbeta of a row norm in two launches: parts over `rowsPerBlock` rows, a thread a column, then the parts' sums.
struct RowNormGradParts {
  In x, dy, mean, inverse;
  float *gammaParts = nullptr, *betaParts = nullptr;  // (parts, width)
  Int rows = 0, width = 0, parts = 0;

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

// A group of a sample: `size` elements that lie one after the other, `inner` of each channel. A block a group.
struct GroupNorm {
  In x, gamma, beta;
  Out y;
  float *mean = nullptr, *inverse = nullptr;
  Int groups = 0, size = 0, inner = 0, channels = 0;  // groups: of all samples
  float eps = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const float n = static_cast<float>(size);
    for (Int group = team.block; group < groups; group += team.blocks) {
      const Int base = group * size;
      float sum = 0, squares = 0;
      for (Int i = team.lane; i < size; i += team.lanes) sum += x[base + i];
      const float average = team.sum(sum) / n;
      for (Int i = team.lane; i < size; i += team.lanes) squares += (x[base + i] - average) * (x[base + i] - average);
      const float scale = 1.0f / sqrt(team.sum(squares) / n + eps);
      for (Int i = team.lane; i < size; i += team.lanes) {
        const Int c = (base + i) / inner % channels;
        y.set(base + i, (x[base + i] - average) * scale * (gamma.has() ? gamma[c] : 1.0f) + (beta.has() ? beta[c] : 0.0f));
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
  Int groups = 0, size = 0, inner = 0, channels = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const float n = static_cast<float>(size);
    for (Int group = team.block; group < groups; group += team.blocks) {
      const Int base = group * size;
      const float average = mean[group], scale = inverse[group];
      float sum = 0, product = 0;
      for (Int i = team.lane; i < size; i += team.lanes) {
        const float g = dy[base + i] * (gamma.has() ? gamma[(base + i) / inner % channels] : 1.0f);
        sum += g;
        product += g * (x[base + i] - average) * scale;
      }
      sum = team.sum(sum) / n;
      product = team.sum(product) / n;
      for (Int i = team.lane; i < size; i += team.lanes) {
        const float g = dy[base + i] * (gamma.has() ? gamma[(base + i) / inner % channels] : 1.0f);
        dx.set(base + i, scale * (g - sum - (x[base + i] - average) * scale * product));
      }
    }
  }
};

struct GroupNormGradChannels {
  In x, dy, mean, inverse;
  Out dgamma, dbeta;
  Int outer = 0, channels = 0, inner = 0, groupSize = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int c = team.block; c < channels; c += team.blocks) {
      float product = 0, sum = 0;
      for (Int i = team.lane; i < outer * inner; i += team.lanes) {
        const Int e = (i / inner * channels + c) * inner + i % inner, group = e / groupSize;
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
