// Updates of many tensors in one launch, by the rules of core/graph/updates-inl.h. The table of tensors is the parameter of the kernel, which may
// have at most 4 KB.
#pragma once

#include "core/backend/cuda/kernels/elementwise.h"
#include "core/graph/update_rule.h"

namespace stepscope::cuda {

#define FORMULA STEPSCOPE_DEVICE
#include "core/graph/updates-inl.h"
#undef FORMULA

constexpr int kTensorsPerLaunch = 24;
constexpr Int kChunk = 4096;  // elements of one tensor that a block works on at a time

// The tensors of a launch. Operand 0 is the parameter, 1 the gradient, then the states.
struct Tensors {
  int count = 0;
  Out at[kTensorsPerLaunch][kUpdateOperands];
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
  UpdateSettings settings;
  const float *lr = nullptr, *momentum = nullptr, *factor = nullptr;  // the last two may be null
  const float* overflow = nullptr;                                    // may be null; if the number is not 0, nothing is updated
  const Int* step = nullptr;                                          // may be null
  float lrFactor = 1, limit = kInfinity;

  STEPSCOPE_DEVICE bool skips() const { return overflow && *overflow != 0; }
  STEPSCOPE_DEVICE float gradient(float g) const { return clampTo(factor ? g * *factor : g, -limit, limit); }
  STEPSCOPE_DEVICE UpdateStep now() const {
    UpdateStep now{settings, static_cast<double>(*lr * lrFactor), step ? static_cast<double>(*step) : 0.0};
    if (momentum) now.momentum = *momentum;
    return now;
  }
};

// Updates tensors by a rule, eight elements at a time for wide memory accesses.
template <class Rule>
struct Update {
  UpdateScalars scalars;
  Tensors tensors;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (scalars.skips()) return;
    const Rule rule(scalars.now());
    for (Int chunk = team.block; chunk < tensors.chunks(); chunk += team.blocks) {
      const int t = tensors.tensorOf(chunk);
      Out at[Rule::operands];
      bool has[Rule::operands];
      float of[Rule::operands];
      for (int k = 0; k < Rule::operands; ++k) {
        at[k] = tensors.at[t][k];
        has[k] = at[k].has();
      }
      const Int begin = (chunk - tensors.firstChunk[t]) * kChunk;
      const Int end = begin + kChunk < tensors.elements[t] ? begin + kChunk : tensors.elements[t];
      for (Int i = begin / 8 + team.lane; i < end / 8; i += team.lanes) {
        Eight x[Rule::operands];
        for (int k = 0; k < Rule::operands; ++k)
          if (has[k]) x[k] = loadEight(at[k].in(), i);
        for (int n = 0; n < 8; ++n) {
          for (int k = 0; k < Rule::operands; ++k) of[k] = has[k] ? x[k].of[n] : 0.0f;
          rule.element(of, has, scalars.gradient(of[1]));
          for (int k = 0; k < Rule::operands; ++k) x[k].of[n] = of[k];
        }
        for (int k = 0; k < Rule::operands; ++k)
          if (k != 1 && has[k]) storeEight(at[k], i, x[k]);
      }
      for (Int e = end / 8 * 8 + team.lane; e < end; e += team.lanes) {
        for (int k = 0; k < Rule::operands; ++k) of[k] = has[k] ? at[k].in()[e] : 0.0f;
        rule.element(of, has, scalars.gradient(of[1]));
        for (int k = 0; k < Rule::operands; ++k)
          if (k != 1 && has[k]) at[k].set(e, of[k]);
      }
    }
  }
};

// LAMB (You et al. 2020, algorithm 2) in three launches: moments and a part of both norms per chunk; the ratio per tensor; the update.
struct LambMoments {
  UpdateScalars scalars;
  Tensors tensors;
  float* parts = nullptr;  // (chunks, 2)

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (scalars.skips()) return;
    const Lamb rule(scalars.now());
    for (Int chunk = team.block; chunk < tensors.chunks(); chunk += team.blocks) {
      const int t = tensors.tensorOf(chunk);
      const Out* at = tensors.at[t];
      const Int begin = (chunk - tensors.firstChunk[t]) * kChunk;
      const Int end = begin + kChunk < tensors.elements[t] ? begin + kChunk : tensors.elements[t];
      float weights = 0, updates = 0;
      for (Int e = begin + team.lane; e < end; e += team.lanes) {
        const float p = at[0].in()[e];
        float m = at[2].in()[e], square = at[3].in()[e];
        rule.moments(m, square, scalars.gradient(at[1].in()[e]));
        at[2].set(e, m);
        at[3].set(e, square);
        const float update = rule.update(p, m, square);
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
  float* ratios = nullptr;  // one per tensor

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
  UpdateScalars scalars;
  Tensors tensors;
  const float* ratios = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (scalars.skips()) return;
    const Lamb rule(scalars.now());
    for (Int chunk = team.block; chunk < tensors.chunks(); chunk += team.blocks) {
      const int t = tensors.tensorOf(chunk);
      const Out* at = tensors.at[t];
      const Int begin = (chunk - tensors.firstChunk[t]) * kChunk;
      const Int end = begin + kChunk < tensors.elements[t] ? begin + kChunk : tensors.elements[t];
      for (Int e = begin + team.lane; e < end; e += team.lanes) {
        const float p = at[0].in()[e];
        at[0].set(e, p - static_cast<float>(rule.rate) * ratios[t] * rule.update(p, at[2].in()[e], at[3].in()[e]));
      }
    }
  }
};

// The 256 values of the dynamic maps of Dettmers et al. 2022, by code: the midpoints of equal parts of seven decades, and 0 and 1.
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

// Adam with 8-bit moments. Operands: p, g, codes of m, scales of m, codes of v, scales of v. One block of threads per block of 256 elements; its
// shared memory contains both maps (512 numbers) and the moments of the block (512).
template <class Rule>
struct UpdateBlocks {
  UpdateScalars scalars;
  Tensors tensors;  // firstChunk counts blocks of 256

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (scalars.skips()) return;
    float *const maps = team.shared, *const moments = team.shared + 512;
    for (int code = team.lane; code < 512; code += team.lanes) maps[code] = dynamicValue(code % 256, code < 256);
    team.sync();
    const Rule rule(scalars.now());
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
        float p = at[0].in()[e], m = maps[codes[0][e]] * scaleM, v = maps[256 + codes[1][e]] * scaleV;
        rule.element(p, m, v, scalars.gradient(at[1].in()[e]));
        at[0].set(e, p);
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
  // The code of the value nearest to x: the number of midpoints below x.
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

// The norm of many gradients: NormParts writes one number per chunk, then FinishNorm adds them in one block.
struct NormParts {
  Tensors tensors;  // operand 1 is read
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

// The check of torch.amp.GradScaler: writes 1 for each chunk with a number that is not finite, else 0.
struct NonFiniteParts {
  Tensors tensors;  // operand 1 is read
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
  const float *parts = nullptr, *scale = nullptr;  // scale is null if the loss is not scaled
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
// The update of torch.amp.GradScaler. Scale and tracker are kept from step to step.
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
