// Attention without a library. One block handles one row of scores, in shared memory. The backward pass computes the probabilities again from the
// log-sum-exp (Dao et al. 2022).
#pragma once

#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

struct AttentionShape {
  Int batch = 0, queries = 0, keys = 0, heads = 0, size = 0, width = 0;  // size: features of a head; width: features of all heads
  bool packed = false, causal = false;
  float scale = 1, p = 0, keepScale = 1;  // keepScale: 1 / (1 - p)
  Word opId = 0;
  const Int* seed = nullptr;
  const Byte* mask = nullptr;

  // Offset of feature 0 of a head at a position of operand 0 (q), 1 (k) or 2 (v).
  STEPSCOPE_DEVICE Int at(int operand, Int b, Int position, Int h) const {
    const Int length = operand == 0 ? queries : keys;
    if (packed) return (b * length + position) * 3 * width + operand * width + h * size;
    return (b * length + position) * width + h * size;
  }
  STEPSCOPE_DEVICE bool seen(Int b, Int i, Int j) const { return !(causal && j > i) && !(mask && mask[b * keys + j] == 0); }
  // 1 / (1 - p) if the probability is kept, else 0.
  STEPSCOPE_DEVICE float factor(Int b, Int h, Int i, Int j) const {
    if (p == 0) return 1.0f;
    return kept(seed, opId, p, ((b * heads + h) * queries + i) * keys + j) ? keepScale : 0.0f;
  }
  STEPSCOPE_DEVICE float dot(In x, Int atX, In y, Int atY) const {
    float sum = 0;
    for (Int d = 0; d < size; ++d) sum += x[atX + d] * y[atY + d];
    return sum;
  }
};

// The key mask for libraries, which add a number to the scores: it is so low that a masked key has no weight if any other key is visible.
struct KeyBias {
  const Byte* mask = nullptr;
  Out bias;
  Int count = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) bias.set(e, mask[e] ? 0.0f : -30000.0f);
  }
};

// Corrects rows that see no key, for which a library returns the mean of all keys with such a mask: the result becomes 0, and the log-sum-exp
// -infinity.
struct BlindRows {
  AttentionShape s;
  Out y;
  float* logSums = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.first(); row < s.batch * s.queries; row += team.step()) {
      const Int i = row % s.queries, b = row / s.queries;
      Int first = 0;
      while (first < s.keys && !s.seen(b, i, first)) ++first;
      if (first < s.keys) continue;
      for (Int e = 0; e < s.width; ++e) y.set(row * s.width + e, 0.0f);
      for (Int h = 0; h < s.heads; ++h) logSums[(b * s.heads + h) * s.queries + i] = -kInfinity;
    }
  }
};

// The log-sum-exp that the backward pass of a library reads: for these rows a number so large that the weight of every key becomes 0.
struct SumsOfBlindRows {
  const float* logSums = nullptr;
  float* to = nullptr;
  Int count = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) to[e] = logSums[e] == -kInfinity ? 1e30f : logSums[e];
  }
};

struct Attention {
  AttentionShape s;
  In q, k, v;  // if packed, each is the packed input
  Out y;
  float* logSums = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.block; row < s.batch * s.heads * s.queries; row += team.blocks) {
      const Int i = row % s.queries, h = row / s.queries % s.heads, b = row / (s.queries * s.heads);
      float most = -kInfinity;
      for (Int j = team.lane; j < s.keys; j += team.lanes) {
        const float score = s.seen(b, i, j) ? s.scale * s.dot(q, s.at(0, b, i, h), k, s.at(1, b, j, h)) : -kInfinity;
        team.shared[j] = score;
        most = score != score || score > most ? score : most;
      }
      most = team.max(most);
      float sum = 0;
      for (Int j = team.lane; j < s.keys; j += team.lanes) {
        const float e = most == -kInfinity ? 0.0f : exp(team.shared[j] - most);
        team.shared[j] = e == 0 ? 0.0f : e * s.factor(b, h, i, j);
        sum += e;
      }
      sum = team.sum(sum);  // after this all threads have also written their scores
      const float inverse = sum > 0 ? 1.0f / sum : sum != sum ? sum : 0.0f;
      for (Int d = team.lane; d < s.size; d += team.lanes) {
        float value = 0;
        for (Int j = 0; j < s.keys; ++j) value += team.shared[j] * v[s.at(2, b, j, h) + d];
        y.set((b * s.queries + i) * s.width + h * s.size + d, value * inverse);
      }
      if (team.lane == 0) logSums[row] = most == -kInfinity ? most : most + log(sum);
      team.sync();  // the next row overwrites these scores
    }
  }
};

// delta: the sum of dy * y over the features, one per row of scores; it is subtracted from every dP.
struct AttentionDelta {
  AttentionShape s;
  In y, dy;
  float* delta = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.first(); row < s.batch * s.heads * s.queries; row += team.step()) {
      const Int i = row % s.queries, h = row / s.queries % s.heads, b = row / (s.queries * s.heads);
      const Int at = (b * s.queries + i) * s.width + h * s.size;
      delta[row] = s.dot(y, at, dy, at);
    }
  }
};

struct AttentionGradQuery {
  AttentionShape s;
  In q, k, v, dy;
  const float *logSums = nullptr, *delta = nullptr;
  Out dq;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.block; row < s.batch * s.heads * s.queries; row += team.blocks) {
      const Int i = row % s.queries, h = row / s.queries % s.heads, b = row / (s.queries * s.heads);
      const Int atY = (b * s.queries + i) * s.width + h * s.size;
      for (Int j = team.lane; j < s.keys; j += team.lanes) {
        float ds = 0;
        if (s.seen(b, i, j) && logSums[row] != -kInfinity) {
          const float p = exp(s.scale * s.dot(q, s.at(0, b, i, h), k, s.at(1, b, j, h)) - logSums[row]);
          ds = p * (s.factor(b, h, i, j) * s.dot(dy, atY, v, s.at(2, b, j, h)) - delta[row]) * s.scale;
        }
        team.shared[j] = ds;
      }
      team.sync();
      for (Int d = team.lane; d < s.size; d += team.lanes) {
        float value = 0;
        for (Int j = 0; j < s.keys; ++j) value += team.shared[j] * k[s.at(1, b, j, h) + d];
        dq.set(s.at(0, b, i, h) + d, value);
      }
      team.sync();
    }
  }
};

struct AttentionGradKeyValue {
  AttentionShape s;
  In q, k, v, dy;
  const float *logSums = nullptr, *delta = nullptr;
  Out dk, dv;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    float *const slopes = team.shared, *const shares = team.shared + s.queries;
    for (Int column = team.block; column < s.batch * s.heads * s.keys; column += team.blocks) {
      const Int j = column % s.keys, h = column / s.keys % s.heads, b = column / (s.keys * s.heads);
      for (Int i = team.lane; i < s.queries; i += team.lanes) {
        const Int row = (b * s.heads + h) * s.queries + i;
        slopes[i] = shares[i] = 0;
        if (!s.seen(b, i, j) || logSums[row] == -kInfinity) continue;
        const float p = exp(s.scale * s.dot(q, s.at(0, b, i, h), k, s.at(1, b, j, h)) - logSums[row]), factor = s.factor(b, h, i, j);
        const float dp = factor * s.dot(dy, (b * s.queries + i) * s.width + h * s.size, v, s.at(2, b, j, h));
        slopes[i] = p * (dp - delta[row]) * s.scale;
        shares[i] = p * factor;
      }
      team.sync();
      for (Int d = team.lane; d < s.size; d += team.lanes) {
        float toKey = 0, toValue = 0;
        for (Int i = 0; i < s.queries; ++i) {
          toKey += slopes[i] * q[s.at(0, b, i, h) + d];
          toValue += shares[i] * dy[(b * s.queries + i) * s.width + h * s.size + d];
        }
        dk.set(s.at(1, b, j, h) + d, toKey);
        dv.set(s.at(2, b, j, h) + d, toValue);
      }
      team.sync();
    }
  }
};

}  // namespace stepscope::cuda
