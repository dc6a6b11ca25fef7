// Updates of many tensors in one launch, by torch.optim's rules. The table of tensors travels as the kernel's parameter (4 KB at most).
#pragma once

#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

constexpr int kTensorsPerLaunch = 24, kOperands = 6;
constexpr Int kChunk = 4096;  // elements of one tensor that a block works on at a time

// Operand 0 is the parameter, 1 the gradient, then the states.
struct Tensors {
  int count = 0;
  Out at[kTensorsPerLaunch][kOperands];
  Int elements[kTensorsPerLaunch] = {};
  Int firstChunk[kTensorsPerLaunch + 1] = {};

  STEPSCOPE_DEVICE Int chunks() const { return firstChunk[count]; }
  STEPSCOPE_DEVICE int tensorOf(Int chunk) const {
    int tensor = 0;
    while (chunk >= firstChunk[tensor + 1]) ++tensor;
    return tensor;
  }
};

struct UpdateScalars {
  const float *lr = nullptr, *momentum = nullptr, *factor = nullptr;  // the last two may be null
  const float* overflow = nullptr;                                    // may be null; where it is not 0, nothing is updated
  const Int* step = nullptr;                                          // may be null
  float lrFactor = 1, limit = kInfinity, momentumAttribute = 0;

  STEPSCOPE_DEVICE bool skips() const { return overflow && *overflow != 0; }
  STEPSCOPE_DEVICE float rate() const { return *lr * lrFactor; }
  STEPSCOPE_DEVICE float beta() const { return momentum ? *momentum : momentumAttribute; }
  STEPSCOPE_DEVICE float gradient(float g) const {
    const float scaled = factor ? g * *factor : g;
    return scaled > limit ? limit : scaled < -limit ? -limit : scaled;
  }
  STEPSCOPE_DEVICE double correction(double beta) const { return 1.0 - pow(beta, static_cast<double>(*step)); }
};

// One element of a group's operands, as a rule reads and changes it; of[1] is the gradient as it came.
struct Numbers {
  float of[kOperands];
  bool has[kOperands];
};

// A rule has so many operands, `prepare`, once a thread, and `element`. Eight elements at a time, so that memory is read and written in wide
// accesses.
template <class Rule>
struct Update {
  Rule rule;
  UpdateScalars scalars;
  Tensors tensors;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (scalars.skips()) return;
    const auto values = rule.prepare(scalars);
    for (Int chunk = team.block; chunk < tensors.chunks(); chunk += team.blocks) {
      const int t = tensors.tensorOf(chunk);
      Out at[Rule::operands];
      Numbers one;
      for (int k = 0; k < Rule::operands; ++k) {
        at[k] = tensors.at[t][k];
        one.has[k] = at[k].has();
      }
      const Int begin = (chunk - tensors.firstChunk[t]) * kChunk;
      const Int end = begin + kChunk < tensors.elements[t] ? begin + kChunk : tensors.elements[t];
      for (Int i = begin / 8 + team.lane; i < end / 8; i += team.lanes) {
        Eight x[Rule::operands];
        for (int k = 0; k < Rule::operands; ++k)
          if (one.has[k]) x[k] = loadEight(at[k].in(), i);
        for (int n = 0; n < 8; ++n) {
          for (int k = 0; k < Rule::operands; ++k) one.of[k] = one.has[k] ? x[k].of[n] : 0.0f;
          rule.element(values, one, scalars.gradient(one.of[1]));
          for (int k = 0; k < Rule::operands; ++k) x[k].of[n] = one.of[k];
        }
        for (int k = 0; k < Rule::operands; ++k)
          if (k != 1 && one.has[k]) storeEight(at[k], i, x[k]);
      }
      for (Int e = end / 8 * 8 + team.lane; e < end; e += team.lanes) {
        for (int k = 0; k < Rule::operands; ++k) one.of[k] = one.has[k] ? at[k].in()[e] : 0.0f;
        rule.element(values, one, scalars.gradient(one.of[1]));
        for (int k = 0; k < Rule::operands; ++k)
          if (k != 1 && one.has[k]) at[k].set(e, one.of[k]);
      }
    }
  }
};

struct Sgd {
  static constexpr int operands = 3;
  float weightDecay = 0, dampening = 0;
  bool nesterov = false;

  struct Values {
    float lr, momentum, rest;
  };
  STEPSCOPE_DEVICE Values prepare(const UpdateScalars& s) const {
    const bool first = s.step && *s.step == 1;  // the buffer takes the first gradient undampened
    return {s.rate(), s.beta(), 1.0f - (first ? 0.0f : dampening)};
  }
  STEPSCOPE_DEVICE void element(const Values& v, Numbers& at, float g) const {
    const float p = at.of[0];
    g += weightDecay * p;
    if (at.has[2]) {
      const float m = v.momentum * at.of[2] + v.rest * g;
      at.of[2] = m;
      g = nesterov ? g + v.momentum * m : m;
    }
    at.of[0] = p - v.lr * g;
  }
};

struct AdamRule {
  static constexpr int operands = 5;
  float beta2 = 0, eps = 0, weightDecay = 0;
  double beta2Exact = 0, beta1Exact = 0;  // the attributes in double: 1 - beta^t needs them
  bool decoupled = false;

  struct Values {
    float lr, beta1, rest1, rest2, stepSize, root;
  };
  STEPSCOPE_DEVICE Values prepare(const UpdateScalars& s) const {
    const double beta1 = s.momentum ? static_cast<double>(*s.momentum) : beta1Exact;
    const float lr = s.rate();
    return {lr,
            static_cast<float>(beta1),
            static_cast<float>(1.0 - beta1),
            static_cast<float>(1.0 - beta2Exact),
            static_cast<float>(lr / s.correction(beta1)),
            static_cast<float>(1.0 / sqrt(s.correction(beta2Exact)))};
  }
  STEPSCOPE_DEVICE void element(const Values& v, Numbers& at, float g) const {
    float p = at.of[0];
    if (decoupled) {
      p -= v.lr * weightDecay * p;
    } else {
      g += weightDecay * p;
    }
    const float m = v.beta1 * at.of[2] + v.rest1 * g, square = beta2 * at.of[3] + v.rest2 * g * g;
    at.of[2] = m;
    at.of[3] = square;
    float under = square;
    if (at.has[4]) {
      const float largest = at.of[4];
      under = largest > square ? largest : square;
      at.of[4] = under;
    }
    at.of[0] = p - v.stepSize * (m / (sqrt(under) * v.root + eps));
  }
};

struct RmsProp {
  static constexpr int operands = 5;
  float alpha = 0, rest = 0, eps = 0, weightDecay = 0;

  struct Values {
    float lr, momentum;
  };
  STEPSCOPE_DEVICE Values prepare(const UpdateScalars& s) const { return {s.rate(), s.beta()}; }
  STEPSCOPE_DEVICE void element(const Values& v, Numbers& at, float g) const {
    const float p = at.of[0];
    g += weightDecay * p;
    const float square = alpha * at.of[2] + rest * g * g;
    at.of[2] = square;
    float variance = square;
    if (at.has[4]) {
      const float mean = alpha * at.of[4] + rest * g;
      at.of[4] = mean;
      variance -= mean * mean;
    }
    float update = g / (sqrt(variance) + eps);
    if (at.has[3]) {
      update += v.momentum * at.of[3];
      at.of[3] = update;
    }
    at.of[0] = p - v.lr * update;
  }
};

struct Adagrad {
  static constexpr int operands = 3;
  float lrDecay = 0, eps = 0, weightDecay = 0;

  struct Values {
    float lr;
  };
  STEPSCOPE_DEVICE Values prepare(const UpdateScalars& s) const { return {s.rate() / (1.0f + static_cast<float>(*s.step - 1) * lrDecay)}; }
  STEPSCOPE_DEVICE void element(const Values& v, Numbers& at, float g) const {
    const float p = at.of[0];
    g += weightDecay * p;
    const float sum = at.of[2] + g * g;
    at.of[2] = sum;
    at.of[0] = p - v.lr * (g / (sqrt(sum) + eps));
  }
};

// The scalar is the decay: lr points to it.
struct WeightAverage {
  static constexpr int operands = 2;
  struct Values {
    float decay;
  };
  STEPSCOPE_DEVICE Values prepare(const UpdateScalars& s) const { return {*s.lr}; }
  STEPSCOPE_DEVICE void element(const Values& v, Numbers& at, float p) const { at.of[0] = v.decay * at.of[0] + (1.0f - v.decay) * p; }
};

// The mean of the gradients of several batches. The scalar is the batch's share; a share of 1 copies, whatever was there before.
struct AccumulateGrad {
  static constexpr int operands = 2;
  struct Values {
    float share;
  };
  STEPSCOPE_DEVICE Values prepare(const UpdateScalars& s) const { return {*s.lr}; }
  STEPSCOPE_DEVICE void element(const Values& v, Numbers& at, float g) const {
    const float mean = at.of[0];
    at.of[0] = v.share == 1.0f ? g : mean + v.share * (g - mean);
  }
};

// You et al. 2020, algorithm 2, in three launches: moments and a part of both norms a chunk, the ratio a tensor, the update.
struct LambValues {
  float lr, beta1, rest1, rest2;
  double correction1, correction2;
};
struct LambRule {
  float beta2 = 0, eps = 0, weightDecay = 0;
  double beta1Exact = 0, beta2Exact = 0;

  STEPSCOPE_DEVICE LambValues prepare(const UpdateScalars& s) const {
    const double beta1 = s.momentum ? static_cast<double>(*s.momentum) : beta1Exact;
    return {s.rate(),
            static_cast<float>(beta1),
            static_cast<float>(1.0 - beta1),
            static_cast<float>(1.0 - beta2Exact),
            s.correction(beta1),
            s.correction(beta2Exact)};
  }
  STEPSCOPE_DEVICE float update(const LambValues& v, float p, float m, float square) const {
    return m / static_cast<float>(v.correction1) / (sqrt(square / static_cast<float>(v.correction2)) + eps) + weightDecay * p;
  }
};
struct LambMoments {
  LambRule rule;
  UpdateScalars scalars;
  Tensors tensors;
  float* parts = nullptr;  // (chunks, 2)

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (scalars.skips()) return;
    const LambValues v = rule.prepare(scalars);
    for (Int chunk = team.block; chunk < tensors.chunks(); chunk += team.blocks) {
      const int t = tensors.tensorOf(chunk);
      const Out* at = tensors.at[t];
      const Int begin = (chunk - tensors.firstChunk[t]) * kChunk;
      const Int end = begin + kChunk < tensors.elements[t] ? begin + kChunk : tensors.elements[t];
      float weights = 0, updates = 0;
      for (Int e = begin + team.lane; e < end; e += team.lanes) {
        const float p = at[0].in()[e], g = scalars.gradient(at[1].in()[e]);
        const float m = v.beta1 * at[2].in()[e] + v.rest1 * g, square = rule.beta2 * at[3].in()[e] + v.rest2 * g * g;
        at[2].set(e, m);
        at[3].set(e, square);
        const float update = rule.update(v, p, m, square);
        weights += p * p;
        updates += update * update;
      }
      weights = team.sum(weights);
      updates = team.sum(updates);
      if (team.lane != 0) continue;
      parts[2 * chunk] = weights;
      parts[2 * chunk + 1] = updates;
    }
  }
};
struct LambRatios {
  Tensors tensors;
  const float* parts = nullptr;
  float* ratios = nullptr;  // one a tensor

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int t = team.block; t < tensors.count; t += team.blocks) {
      float weights = 0, updates = 0;
      for (Int chunk = tensors.firstChunk[t] + team.lane; chunk < tensors.firstChunk[t + 1]; chunk += team.lanes) {
        weights += parts[2 * chunk];
        updates += parts[2 * chunk + 1];
      }
      weights = team.sum(weights);
      updates = team.sum(updates);
      if (team.lane == 0) ratios[t] = weights > 0 && updates > 0 ? sqrt(weights / updates) : 1.0f;
    }
  }
};
struct LambApply {
  LambRule rule;
  UpdateScalars scalars;
  Tensors tensors;
  const float* ratios = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (scalars.skips()) return;
    const LambValues v = rule.prepare(scalars);
    for (Int chunk = team.block; chunk < tensors.chunks(); chunk += team.blocks) {
      const int t = tensors.tensorOf(chunk);
      const Out* at = tensors.at[t];
      const Int begin = (chunk - tensors.firstChunk[t]) * kChunk;
      const Int end = begin + kChunk < tensors.elements[t] ? begin + kChunk : tensors.elements[t];
      for (Int e = begin + team.lane; e < end; e += team.lanes) {
        const float p = at[0].in()[e];
        at[0].set(e, p - v.lr * ratios[t] * rule.update(v, p, at[2].in()[e], at[3].in()[e]));
      }
    }
  }
};

// The 256 values of the dynamic maps of Dettmers et al. 2022, by their code: seven decades of means of equal parts, 0 and 1.
STEPSCOPE_DEVICE float dynamicMagnitude(int k, int firstParts) {
  int decade = 0, parts = firstParts;
  while (k >= parts) {
    k -= parts;
    parts *= 2;
    ++decade;
  }
  constexpr double kPowers[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1};
  return static_cast<float>(kPowers[decade] * (0.1 + 0.9 * (2 * k + 1) / (2 * parts)));
}
STEPSCOPE_DEVICE float dynamicValue(int code, bool isSigned) {
  if (code == 255) return 1;
  if (!isSigned) return code == 0 ? 0.0f : dynamicMagnitude(code - 1, 2);
  return code == 127 ? 0.0f : code > 127 ? dynamicMagnitude(code - 128, 1) : -dynamicMagnitude(126 - code, 1);
}

// Adam with moments of 8 bits: operands p, g, codes and scales of m, codes and scales of v. A block of threads a block of 256 elements; its
// shared memory holds both maps (512 numbers) and the block's moments (512).
struct Adam8bit {
  AdamRule rule;
  UpdateScalars scalars;
  Tensors tensors;  // firstChunk counts blocks of 256

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (scalars.skips()) return;
    float *const maps = team.shared, *const moments = team.shared + 512;
    for (int code = team.lane; code < 512; code += team.lanes) maps[code] = dynamicValue(code % 256, code < 256);
    team.sync();
    const double beta1 = scalars.momentum ? static_cast<double>(*scalars.momentum) : rule.beta1Exact;
    const float b1 = static_cast<float>(beta1), rest1 = static_cast<float>(1.0 - beta1), b2 = static_cast<float>(rule.beta2Exact);
    const float rest2 = static_cast<float>(1.0 - rule.beta2Exact), lr = scalars.rate();
    const float root = static_cast<float>(1.0 / sqrt(scalars.correction(rule.beta2Exact)));
    const float stepSize = static_cast<float>(lr / scalars.correction(beta1));
    for (Int block = team.block; block < tensors.chunks(); block += team.blocks) {
      const int t = tensors.tensorOf(block);
      const Out* at = tensors.at[t];
      const Int number = block - tensors.firstChunk[t], begin = number * 256;
      const int count = static_cast<int>(begin + 256 < tensors.elements[t] ? 256 : tensors.elements[t] - begin);
      Byte* const codes[2] = {static_cast<Byte*>(at[2].at), static_cast<Byte*>(at[4].at)};
      float* const scales[2] = {static_cast<float*>(at[3].at), static_cast<float*>(at[5].at)};
      const float scaleM = scales[0][number], scaleV = scales[1][number];
      float most[2] = {0, 0};
      for (int i = team.lane; i < count; i += team.lanes) {
        const Int e = begin + i;
        const float p = at[0].in()[e];
        const float weight = p - (rule.decoupled ? lr * rule.weightDecay : 0.0f) * p;
        const float g = (rule.decoupled ? 0.0f : rule.weightDecay) * weight + scalars.gradient(at[1].in()[e]);
        const float m = b1 * (maps[codes[0][e]] * scaleM) + rest1 * g;
        const float v = b2 * (maps[256 + codes[1][e]] * scaleV) + rest2 * (g * g);
        at[0].set(e, weight - stepSize * (m / (sqrt(v) * root + rule.eps)));
        moments[i] = m;
        moments[256 + i] = v;
        most[0] = fabs(m) > most[0] ? fabs(m) : most[0];
        most[1] = v > most[1] ? v : most[1];
      }
      for (int k = 0; k < 2; ++k) {
        most[k] = team.max(most[k]);
        if (team.lane == 0) scales[k][number] = most[k];
        const float over = most[k] > 0 ? most[k] : 1.0f;
        for (int i = team.lane; i < count; i += team.lanes) codes[k][begin + i] = nearest(maps + 256 * k, moments[256 * k + i] / over);
      }
      team.sync();
    }
  }
  // The number of midpoints below x.
  static STEPSCOPE_DEVICE Byte nearest(const float* map, float x) {
    int low = 0, high = 255;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (x > (map[middle] + map[middle + 1]) * 0.5f) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return static_cast<Byte>(low);
  }
};

// The norm of many gradients: a part a chunk, then one block.
struct NormParts {
  Tensors tensors;  // operand 1
  float* parts = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int chunk = team.block; chunk < tensors.chunks(); chunk += team.blocks) {
      const int t = tensors.tensorOf(chunk);
      const In g = tensors.at[t][1].in();
      const Int begin = (chunk - tensors.firstChunk[t]) * kChunk;
      const Int end = begin + kChunk < tensors.elements[t] ? begin + kChunk : tensors.elements[t];
      float sum = 0;
      for (Int i = begin / 8 + team.lane; i < end / 8; i += team.lanes) {
        const Eight eight = loadEight(g, i);
        for (int k = 0; k < 8; ++k) sum += eight.of[k] * eight.of[k];
      }
      for (Int e = end / 8 * 8 + team.lane; e < end; e += team.lanes) sum += g[e] * g[e];
      sum = team.sum(sum);
      if (team.lane == 0) parts[chunk] = sum;
    }
  }
};
struct FinishNorm {
  const float* parts = nullptr;
  const float* inverse = nullptr;  // 1 / the scale of the loss; may be null
  Int count = 0;
  float maxNorm = 0;
  float *norm = nullptr, *factor = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (team.block != 0) return;
    const float unscale = inverse ? *inverse : 1.0f;
    float sum = 0;
    for (Int i = team.lane; i < count; i += team.lanes) sum += parts[i];
    sum = sqrt(team.sum(sum)) * unscale;
    if (team.lane != 0) return;
    *norm = sum;
    const float bound = maxNorm / (sum + 1e-6f);
    *factor = (bound < 1.0f || bound != bound ? bound : 1.0f) * unscale;
  }
};

// torch.amp.GradScaler. 1 a chunk that holds a number that is not finite.
struct NonFiniteParts {
  Tensors tensors;  // operand 1
  float* parts = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int chunk = team.block; chunk < tensors.chunks(); chunk += team.blocks) {
      const int t = tensors.tensorOf(chunk);
      const In g = tensors.at[t][1].in();
      const Int begin = (chunk - tensors.firstChunk[t]) * kChunk;
      const Int end = begin + kChunk < tensors.elements[t] ? begin + kChunk : tensors.elements[t];
      float found = 0;
      for (Int i = begin / 8 + team.lane; i < end / 8; i += team.lanes) {
        const Eight eight = loadEight(g, i);
        for (int k = 0; k < 8; ++k) found = fabs(eight.of[k]) < kInfinity ? found : 1.0f;
      }
      for (Int e = end / 8 * 8 + team.lane; e < end; e += team.lanes) found = fabs(g[e]) < kInfinity ? found : 1.0f;
      found = team.max(found);
      if (team.lane == 0) parts[chunk] = found;
    }
  }
};
struct FinishCheck {
  const float *parts = nullptr, *scale = nullptr;  // scale is null where the loss has none
  Int count = 0;
  float *found = nullptr, *inverse = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (team.block != 0) return;
    float most = 0;
    for (Int i = team.lane; i < count; i += team.lanes) most = parts[i] > most ? parts[i] : most;
    most = team.max(most);
    if (team.lane != 0) return;
    *found = most;
    *inverse = scale ? static_cast<float>(1.0 / static_cast<double>(*scale)) : 1.0f;
  }
};
// Scale and tracker are kept from step to step.
struct ScalerUpdate {
  float* scale = nullptr;
  int* tracker = nullptr;
  const float* found = nullptr;
  double growth = 2, backoff = 0.5;
  Int interval = 2000;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (team.first() != 0) return;
    if (*found != 0) {
      *scale = static_cast<float>(*scale * backoff);
      *tracker = 0;
    } else if (++*tracker == interval) {
      const float grown = static_cast<float>(*scale * growth);
      if (grown < kInfinity) *scale = grown;
      *tracker = 0;
    }
  }
};

}  // namespace stepscope::cuda
