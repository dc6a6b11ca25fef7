// Batch norm. Variances are sums of squared differences to the mean, in f32.
#pragma once

#include "core/backend/cuda/kernels/elementwise.h"

namespace stepscope::cuda {

// The offset of element i of channel c in a tensor (outer, channels, inner).
STEPSCOPE_DEVICE Int placeOf(Int i, Int c, Int channels, Int inner) {
  const Division at = divide(i, inner);
  return (at.quotient * channels + c) * inner + at.rest;
}

// Where the statistics of the channels are stored: mean and variance, and the running statistics by PyTorch's rule.
struct Statistics {
  float *mean = nullptr, *variance = nullptr, *runningMean = nullptr, *runningVariance = nullptr;  // the running ones may be null
  float momentum = 0;

  STEPSCOPE_DEVICE void keep(Int c, float average, float spread, float n) const {
    mean[c] = average;
    variance[c] = spread;
    if (!runningMean) return;
    runningMean[c] = (1.0f - momentum) * runningMean[c] + momentum * average;
    runningVariance[c] = (1.0f - momentum) * runningVariance[c] + momentum * (spread * (n / (n - 1.0f)));
  }
};

// Mean and variance of the channels of (outer, channels, inner). One block per channel.
struct BatchNormStatistics {
  In x;
  Statistics statistics;
  Int outer = 0, channels = 0, inner = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = outer * inner;
    for (Int c = team.block; c < channels; c += team.blocks) {
      float sum = 0;
      for (Int e = team.lane; e < count; e += team.lanes) sum += x[placeOf(e, c, channels, inner)];
      const float average = team.sum(sum) / static_cast<float>(count);
      float squares = 0;
      for (Int e = team.lane; e < count; e += team.lanes) {
        const float d = x[placeOf(e, c, channels, inner)] - average;
        squares += d * d;
      }
      const float spread = team.sum(squares) / static_cast<float>(count);
      if (team.lane == 0) statistics.keep(c, average, spread, static_cast<float>(count));
    }
  }
};

// The position of a thread in rows of groups of eight (16 bytes of 16-bit numbers): neighbouring threads use neighbouring groups of a row, and
// several rows at a time, so that many memory accesses are in flight and all are contiguous.
struct RowsOfEights {
  int tile, depth, column, row;  // groups of a row at a time (tile), rows at a time (depth), and the thread's position among them

  STEPSCOPE_DEVICE RowsOfEights(const Team& team, Int across)
      : tile(across < team.lanes ? static_cast<int>(across) : team.lanes),
        depth(team.lanes / tile),
        column(team.lane % tile),
        row(team.lane / tile) {}
  STEPSCOPE_DEVICE bool works(Int first, Int across) const { return row < depth && first + column < across; }
};

// Adds up two sets of eight numbers per thread over the rows that a block handles at a time, and writes the sums for channels 8 * (first + column) +
// k. Needs shared memory for 16 numbers per thread. The order of additions is the same in every run.
STEPSCOPE_DEVICE void joinRows(const Team& team, const RowsOfEights& at, const Eight& a, const Eight& b, Int first, Int across, float* sumsA,
                               float* sumsB) {
  for (int k = 0; k < 8; ++k) {
    team.shared[k * team.lanes + team.lane] = a.of[k];
    team.shared[(8 + k) * team.lanes + team.lane] = b.of[k];
  }
  team.sync();
  for (int t = team.lane; t < 16 * at.tile; t += team.lanes) {
    const int column = t % at.tile, k = t / at.tile;
    if (first + column >= across) continue;
    float sum = 0;
    for (int row = 0; row < at.depth; ++row) sum += team.shared[k * team.lanes + row * at.tile + column];
    (k < 8 ? sumsA : sumsB)[8 * (first + column) + k % 8] = sum;
  }
  team.sync();
}

// The moments of the channels of (rows, channels), such as images with the channels last. One block per channel would read only one number of every
// row, so parts of the rows are processed first; JoinMoments joins their results (Chan, Golub & LeVeque 1979).
struct ChannelMoments {
  In x;
  float *sums = nullptr, *squares = nullptr;  // (parts, channels): the sum of the part, and the squared differences to its own mean
  Int rows = 0, channels = 0, parts = 0;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x);
  }

  // One block per part, eight channels per thread.
  STEPSCOPE_DEVICE void eights(const Team& team) const {
    const Int across = channels / 8;
    const RowsOfEights at(team, across);
    for (Int part = team.block; part < parts; part += team.blocks) {
      const Int begin = divide(part * rows, parts).quotient, end = divide((part + 1) * rows, parts).quotient;
      for (Int first = 0; first < across; first += at.tile) {
        const Int c = first + at.column;
        Eight base{}, sum{}, product{};
        if (at.works(first, across)) {
          base = loadEight(x, begin * across + c);
          const auto add = [&](const Eight& values) {
            for (int k = 0; k < 8; ++k) {
              const float d = values.of[k] - base.of[k];
              sum.of[k] += d;
              product.of[k] += d * d;
            }
          };
          // Loads several rows before the first is needed: with one access at a time the memory would be idle.
          Int row = begin + at.row;
          for (; row + 3 * at.depth < end; row += 4 * at.depth) {
            const Eight first = loadEight(x, row * across + c), second = loadEight(x, (row + at.depth) * across + c);
            const Eight third = loadEight(x, (row + 2 * at.depth) * across + c), fourth = loadEight(x, (row + 3 * at.depth) * across + c);
            add(first);
            add(second);
            add(third);
            add(fourth);
          }
          for (; row < end; row += at.depth) add(loadEight(x, row * across + c));
        }
        float *const partSums = sums + part * channels, *const partSquares = squares + part * channels;
        joinRows(team, at, sum, product, first, across, partSums, partSquares);
        // Differences to the first row, so that squares of large means do not lose digits.
        const float n = static_cast<float>(end - begin);
        if (at.row == 0 && c < across) {
          for (int k = 0; k < 8; ++k) {
            const float d = partSums[8 * c + k], rest = partSquares[8 * c + k] - d * (d / n);
            partSums[8 * c + k] = d + base.of[k] * n;
            partSquares[8 * c + k] = rest > 0 ? rest : 0.0f;
          }
        }
      }
    }
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (channels % 8 == 0 && channels > 0) return eights(team);
    for (Int t = team.first(); t < parts * channels; t += team.step()) {
      const auto [part, c] = divide(t, channels);
      const Int begin = divide(part * rows, parts).quotient, end = divide((part + 1) * rows, parts).quotient;
      // Differences to the first number, so that squares of large means do not lose digits.
      const float base = x[begin * channels + c];
      float sum = 0, product = 0;
      for (Int row = begin; row < end; ++row) {
        const float d = x[row * channels + c] - base;
        sum += d;
        product += d * d;
      }
      const float n = static_cast<float>(end - begin), rest = product - sum * (sum / n);
      sums[t] = sum + base * n;
      squares[t] = rest > 0 ? rest : 0.0f;
    }
  }
};

// Joins the moments of the parts. One block per channel.
struct JoinMoments {
  const float *sums = nullptr, *squares = nullptr;
  Statistics statistics;
  Int rows = 0, channels = 0, parts = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const float n = static_cast<float>(rows);
    for (Int c = team.block; c < channels; c += team.blocks) {
      float sum = 0;
      for (Int part = team.lane; part < parts; part += team.lanes) sum += sums[part * channels + c];
      const float average = team.sum(sum) / n;
      float square = 0;
      for (Int part = team.lane; part < parts; part += team.lanes) {
        const float size = static_cast<float>(divide((part + 1) * rows, parts).quotient - divide(part * rows, parts).quotient),
                    d = sums[part * channels + c] / size - average;
        square += squares[part * channels + c] + size * d * d;
      }
      const float spread = team.sum(square) / n;
      if (team.lane == 0) statistics.keep(c, average, spread, n);
    }
  }
};

// The moments from the channel sums and sums of squares that a convolution wrote besides its output.
struct MomentsFromSums {
  const float *sums = nullptr, *squares = nullptr;
  Statistics statistics;
  Int rows = 0, channels = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const float n = static_cast<float>(rows);
    for (Int c = team.first(); c < channels; c += team.step()) {
      const float average = sums[c] / n, rest = squares[c] / n - average * average, spread = rest > 0 ? rest : 0.0f;
      statistics.keep(c, average, spread, n);
    }
  }
};

// For threads that step through rows of groups of eight: tracks the column of the thread, without a division in every step.
struct EightOfRow {
  Int column, hop, across;

  STEPSCOPE_DEVICE EightOfRow(const Team& team, Int across)
      : column(divide(team.first(), across).rest), hop(divide(team.step(), across).rest), across(across) {}
  // Whether a thread always gets the same channels.
  STEPSCOPE_DEVICE bool stays() const { return hop == 0; }
  STEPSCOPE_DEVICE void next() {
    column += hop;
    if (column >= across) column -= across;
  }
};

// Applies the norm: y = relu(norm(x) + residual). `mask` is the mask of the relu for the backward pass: one byte per element or, if eight channels
// are processed at a time, one bit per element.
struct BatchNormApply {
  In x, gamma, beta, mean, variance, residual;
  Out y;
  Byte* mask = nullptr;
  Int count = 0, channels = 0, inner = 0;
  float eps = 0;
  bool relu = false;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(gamma), visit(beta), visit(mean), visit(variance), visit(residual), visit(y);
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (inner == 1 && channels % 8 == 0 && count > 0) return eights(team);
    for (Int e = team.first(); e < count; e += team.step()) {
      const Int c = divide(divide(e, inner).quotient, channels).rest;
      float value = (x[e] - mean[c]) * (1.0f / sqrt(variance[c] + eps)) * gamma[c] + beta[c];
      if (residual.has()) value += residual[e];
      if (relu) value = Relu::value(value, 0, 0);
      y.set(e, value);
      if (mask) mask[e] = value > 0 ? 1 : 0;
    }
  }

  struct Channels {
    Eight average, scale, shift;
  };
  STEPSCOPE_DEVICE Channels channelsAt(Int c) const {
    Channels at;
    for (int k = 0; k < 8; ++k) {
      at.average.of[k] = mean[c + k];
      at.scale.of[k] = 1.0f / sqrt(variance[c + k] + eps) * gamma[c + k];
      at.shift.of[k] = beta[c + k];
    }
    return at;
  }
  STEPSCOPE_DEVICE void finish(Int i, Eight values, const Eight& added, const Channels& at) const {
    Word positive = 0;
    for (int k = 0; k < 8; ++k) {
      float value = (values.of[k] - at.average.of[k]) * at.scale.of[k] + at.shift.of[k] + added.of[k];
      if (relu) value = Relu::value(value, 0, 0);
      values.of[k] = value;
      if (value > 0) positive |= 1u << k;
    }
    storeEight(y, i, values);
    if (mask) mask[i] = static_cast<Byte>(positive);
  }

  // Processes eight channels of a pixel at a time. If a thread always has the same channels, it processes two pixels at a time, so that their loads
  // are in flight together.
  STEPSCOPE_DEVICE void eights(const Team& team) const {
    const Int all = count / 8, step = team.step();
    EightOfRow row(team, channels / 8);
    Channels at = channelsAt(8 * row.column);
    Int i = team.first();
    if (row.stays())
      for (; i + step < all; i += 2 * step) {
        const Eight first = loadEight(x, i), second = loadEight(x, i + step);
        Eight firstAdded{}, secondAdded{};
        if (residual.has()) {
          firstAdded = loadEight(residual, i);
          secondAdded = loadEight(residual, i + step);
        }
        finish(i, first, firstAdded, at);
        finish(i + step, second, secondAdded, at);
      }
    for (; i < all; i += step) {
      Eight added{};
      if (residual.has()) added = loadEight(residual, i);
      finish(i, loadEight(x, i), added, at);
      if (row.stays()) continue;
      row.next();
      at = channelsAt(8 * row.column);
    }
  }
};

// Scale and shift of a norm, for a convolution that applies scale * x + shift while it reads; in the type of the images.
struct NormScaleShift {
  In gamma, beta, mean, variance;
  Out scale, shift;
  Int channels = 0;
  float eps = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int c = team.first(); c < channels; c += team.step()) {
      const float factor = 1.0f / sqrt(variance[c] + eps) * gamma[c];
      scale.set(c, factor);
      shift.set(c, beta[c] - mean[c] * scale.in()[c]);
    }
  }
};

// Computes the mask of the relu after a norm if it was not stored, for (rows, channels), in the format of BatchNormApply's mask.
struct ReluMaskOfNorm {
  In x, gamma, beta, mean, variance;
  Byte* mask = nullptr;
  Int count = 0, channels = 0;
  float eps = 0;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(gamma), visit(beta), visit(mean), visit(variance);
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (channels % 8 == 0 && channels > 0) return eights(team);
    for (Int e = team.first(); e < count; e += team.step()) {
      const Int c = divide(e, channels).rest;
      mask[e] = (x[e] - mean[c]) * (1.0f / sqrt(variance[c] + eps)) * gamma[c] + beta[c] > 0 ? 1 : 0;
    }
  }

  STEPSCOPE_DEVICE void eights(const Team& team) const {
    EightOfRow row(team, channels / 8);
    const BatchNormApply norm{x, gamma, beta, mean, variance, {}, {}, nullptr, count, channels, 1, eps};
    BatchNormApply::Channels at = norm.channelsAt(8 * row.column);
    for (Int i = team.first(); i < count / 8; i += team.step()) {
      const Eight values = loadEight(x, i);
      Word positive = 0;
      for (int k = 0; k < 8; ++k)
        if ((values.of[k] - at.average.of[k]) * at.scale.of[k] + at.shift.of[k] > 0) positive |= 1u << k;
      mask[i] = static_cast<Byte>(positive);
      if (row.stays()) continue;
      row.next();
      at = norm.channelsAt(8 * row.column);
    }
  }
};

// Computes the inverse deviation, which libraries keep instead of the variance.
struct InverseDeviation {
  In variance;
  float* inverse = nullptr;
  Int channels = 0;
  float eps = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int c = team.first(); c < channels; c += team.step()) inverse[c] = 1.0f / sqrt(variance[c] + eps);
  }
};
// The inverse conversion, in place.
struct VarianceOfInverse {
  float* values = nullptr;
  Int channels = 0;
  float eps = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int c = team.first(); c < channels; c += team.step()) {
      const float v = 1.0f / (values[c] * values[c]) - eps;
      values[c] = v > 0 ? v : 0.0f;
    }
  }
};

// dbeta and dgamma: the sums of g, and of g times the normalised input, where g is the gradient after the relu.
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
        const Int e = placeOf(i, c, channels, inner);
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

// The same for (rows, channels) in parts, like ChannelMoments; then one block per channel adds the parts.
struct BatchNormGradParts {
  In x, dy, mean, variance;
  const Byte* mask = nullptr;
  float *products = nullptr, *sums = nullptr;  // (parts, channels)
  Int rows = 0, channels = 0, parts = 0;
  float eps = 0;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(dy), visit(mean), visit(variance);
  }

  // One block per part, eight channels per thread, like ChannelMoments.
  STEPSCOPE_DEVICE void eights(const Team& team) const {
    const Int across = channels / 8;
    const RowsOfEights at(team, across);
    for (Int part = team.block; part < parts; part += team.blocks) {
      const Int begin = divide(part * rows, parts).quotient, end = divide((part + 1) * rows, parts).quotient;
      for (Int first = 0; first < across; first += at.tile) {
        const Int c = first + at.column;
        Eight average{}, sum{}, product{};
        if (at.works(first, across)) {
          for (int k = 0; k < 8; ++k) average.of[k] = mean[8 * c + k];
          const auto add = [&](const Eight& values, const Eight& g, Word positive) {
            for (int k = 0; k < 8; ++k) {
              const float through = positive >> k & 1 ? g.of[k] : 0.0f;
              sum.of[k] += through;
              product.of[k] += through * (values.of[k] - average.of[k]);
            }
          };
          const Int hop = at.depth * across, last = end * across;
          Int i = (begin + at.row) * across + c;
          for (; i + hop < last; i += 2 * hop) {
            const Eight values = loadEight(x, i), g = loadEight(dy, i), nextValues = loadEight(x, i + hop), nextG = loadEight(dy, i + hop);
            const Word positive = mask ? mask[i] : 0xffu, nextPositive = mask ? mask[i + hop] : 0xffu;
            add(values, g, positive);
            add(nextValues, nextG, nextPositive);
          }
          if (i < last) add(loadEight(x, i), loadEight(dy, i), mask ? mask[i] : 0xffu);
          for (int k = 0; k < 8; ++k) product.of[k] *= 1.0f / sqrt(variance[8 * c + k] + eps);
        }
        joinRows(team, at, product, sum, first, across, products + part * channels, sums + part * channels);
      }
    }
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (channels % 8 == 0 && channels > 0) return eights(team);
    for (Int t = team.first(); t < parts * channels; t += team.step()) {
      const auto [part, c] = divide(t, channels);
      const Int begin = divide(part * rows, parts).quotient, end = divide((part + 1) * rows, parts).quotient;
      const float average = mean[c], inverse = 1.0f / sqrt(variance[c] + eps);
      float sum = 0, product = 0;
      for (Int row = begin; row < end; ++row) {
        const Int e = row * channels + c;
        const float g = mask && !mask[e] ? 0.0f : dy[e];
        sum += g;
        product += g * (x[e] - average);
      }
      sums[t] = sum;
      products[t] = product * inverse;
    }
  }
};
struct BatchNormGradJoin {
  const float *products = nullptr, *sums = nullptr;
  Out dgamma, dbeta;
  Int channels = 0, parts = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int c = team.block; c < channels; c += team.blocks) {
      float product = 0, sum = 0;
      for (Int part = team.lane; part < parts; part += team.lanes) {
        product += products[part * channels + c];
        sum += sums[part * channels + c];
      }
      product = team.sum(product);
      sum = team.sum(sum);
      if (team.lane != 0) continue;
      dgamma.set(c, product);
      dbeta.set(c, sum);
    }
  }
};

// dx of a batch norm (Ioffe & Szegedy 2015, section 3).
struct BatchNormGradApply {
  In x, dy, gamma, mean, variance, dgamma, dbeta;
  const Byte* mask = nullptr;
  Out dx, dresidual;
  Int count = 0, channels = 0, inner = 0;
  float eps = 0, perChannel = 1;  // perChannel: elements per channel

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(dy), visit(gamma), visit(mean), visit(variance), visit(dgamma), visit(dbeta), visit(dx), visit(dresidual);
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (inner == 1 && channels % 8 == 0 && count > 0) return eights(team);
    for (Int e = team.first(); e < count; e += team.step()) {
      const Int c = divide(divide(e, inner).quotient, channels).rest;
      const float inverse = 1.0f / sqrt(variance[c] + eps), g = mask && !mask[e] ? 0.0f : dy[e];
      const float normal = (x[e] - mean[c]) * inverse;
      const float value = gamma[c] * inverse * (g - dbeta[c] / perChannel - normal * (dgamma[c] / perChannel));
      if (dresidual.has()) dresidual.set(e, g);
      dx.set(e, value);
    }
  }

  struct Channels {
    Eight average, scale, level, slope;
  };
  STEPSCOPE_DEVICE Channels channelsAt(Int c) const {
    Channels at;
    for (int k = 0; k < 8; ++k) {
      const float inverse = 1.0f / sqrt(variance[c + k] + eps);
      at.average.of[k] = mean[c + k];
      at.scale.of[k] = gamma[c + k] * inverse;
      at.level.of[k] = dbeta[c + k] / perChannel;
      at.slope.of[k] = inverse * (dgamma[c + k] / perChannel);
    }
    return at;
  }
  STEPSCOPE_DEVICE void finish(Int i, Eight g, Eight values, Word positive, const Channels& at) const {
    for (int k = 0; k < 8; ++k) {
      if (!(positive >> k & 1)) g.of[k] = 0.0f;
      values.of[k] = at.scale.of[k] * (g.of[k] - at.level.of[k] - (values.of[k] - at.average.of[k]) * at.slope.of[k]);
    }
    if (dresidual.has()) storeEight(dresidual, i, g);
    storeEight(dx, i, values);
  }

  // Eight channels at a time, like BatchNormApply.
  STEPSCOPE_DEVICE void eights(const Team& team) const {
    const Int all = count / 8, step = team.step();
    EightOfRow row(team, channels / 8);
    Channels at = channelsAt(8 * row.column);
    Int i = team.first();
    if (row.stays())
      for (; i + step < all; i += 2 * step) {
        const Eight g = loadEight(dy, i), nextG = loadEight(dy, i + step);
        const Eight values = loadEight(x, i), nextValues = loadEight(x, i + step);
        const Word positive = mask ? mask[i] : 0xffu, nextPositive = mask ? mask[i + step] : 0xffu;
        finish(i, g, values, positive, at);
        finish(i + step, nextG, nextValues, nextPositive, at);
      }
    for (; i < all; i += step) {
      finish(i, loadEight(dy, i), loadEight(x, i), mask ? mask[i] : 0xffu, at);
      if (row.stays()) continue;
      row.next();
      at = channelsAt(8 * row.column);
    }
  }
};

}  // namespace stepscope::cuda
