// Losses over classes and of single elements, and the number of right answers. A sum over rows or elements takes two launches: the first writes one
// number per row or per block, the second adds them in a fixed order, in one block.
#pragma once

#include "core/backend/cuda/kernels/elementwise.h"

namespace stepscope::cuda {

// The labels of a batch. One that is too large is ignored here; CountLabels reports it.
struct Labels {
  const int* at = nullptr;
  In weights;  // one per class; may be absent
  Int rows = 0, ignored = -1, classes = 0;
  bool every = false;  // a negative label other than the ignored one is also an error

  STEPSCOPE_DEVICE bool isWrong(Int row) const { return (at[row] >= classes || (every && at[row] < 0)) && at[row] != ignored; }
  STEPSCOPE_DEVICE bool counts(Int row) const { return at[row] >= 0 && at[row] < classes && at[row] != ignored; }
  STEPSCOPE_DEVICE float weight(Int label) const { return weights.has() ? weights[label] : 1.0f; }
};

// The sum of the weights of the labels that count, which is the divisor of a mean; and whether a label is too large. One block.
struct CountLabels {
  Labels labels;
  float* counted = nullptr;
  int* wrong = nullptr;  // may be null

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (team.block != 0) return;
    float sum = 0, beyond = 0;
    for (Int row = team.lane; row < labels.rows; row += team.lanes) {
      sum += labels.counts(row) ? labels.weight(labels.at[row]) : 0.0f;
      beyond = labels.isWrong(row) ? 1.0f : beyond;
    }
    sum = team.sum(sum);
    beyond = team.max(beyond);
    if (team.lane != 0) return;
    *counted = sum;
    if (wrong) *wrong = beyond != 0 ? 1 : 0;
  }
};

// y = scale * (the sum of `parts`) / *counted; 0 if *counted is 0; without division if `counted` is null. One block.
struct FinishSum {
  const float* parts = nullptr;
  const float* counted = nullptr;
  Out y;
  Int count = 0;
  float scale = 1;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (team.block != 0) return;
    float sum = 0;
    for (Int i = team.lane; i < count; i += team.lanes) sum += parts[i];
    sum = team.sum(sum) * scale;
    if (team.lane != 0) return;
    if (counted) sum = *counted != 0 ? sum / *counted : 0.0f;
    y.set(0, sum);
  }
};

struct CrossEntropy {
  In x;
  Labels labels;
  Out probabilities;
  float* losses = nullptr;  // one per row
  Int width = 0;
  float smoothing = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.block; row < labels.rows; row += team.blocks) {
      const Int base = row * width;
      float most = -kInfinity;
      for (Int i = team.lane; i < width; i += team.lanes) {
        const float value = x[base + i];
        most = value != value || value > most ? value : most;
      }
      most = team.max(most);
      float sum = 0;
      for (Int i = team.lane; i < width; i += team.lanes) sum += exp(x[base + i] - most);
      sum = team.sum(sum);
      const float logSum = log(sum) + most;
      float all = 0;
      if (smoothing > 0)
        for (Int i = team.lane; i < width; i += team.lanes) all += labels.weight(i) * (logSum - x[base + i]);
      all = team.sum(all);
      if (team.lane == 0) {
        const int label = labels.at[row];
        const bool counts = labels.counts(row);
        losses[row] =
            counts ? (1.0f - smoothing) * labels.weight(label) * (logSum - x[base + label]) + smoothing / static_cast<float>(width) * all : 0.0f;
      }
      team.sync();  // the probabilities may overwrite the logits
      for (Int i = team.lane; i < width; i += team.lanes) probabilities.set(base + i, exp(x[base + i] - most) / sum);
    }
  }
};

struct CrossEntropyGrad {
  In probabilities, dloss;
  Labels labels;
  const float* counted = nullptr;
  Out dx;
  Int width = 0;
  float smoothing = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.block; row < labels.rows; row += team.blocks) {
      const Int base = row * width;
      const bool counts = labels.counts(row);
      const int label = labels.at[row];
      const float scale = counts ? (dloss.has() ? dloss[0] : 1.0f) / *counted : 0.0f;
      float all = 0;
      if (counts)
        for (Int i = team.lane; i < width; i += team.lanes) all += share(i, label);
      all = team.sum(all);
      for (Int i = team.lane; i < width; i += team.lanes) dx.set(base + i, counts ? scale * (probabilities[base + i] * all - share(i, label)) : 0.0f);
    }
  }
  STEPSCOPE_DEVICE float share(Int i, int label) const {
    return labels.weight(i) * (smoothing / static_cast<float>(width) + (i == label ? 1.0f - smoothing : 0.0f));
  }
};

struct NegativeLogLikelihood {
  In x;
  Labels labels;
  Out each;                 // for the reduction "none"
  float* losses = nullptr;  // for the others
  Int width = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.first(); row < labels.rows; row += team.step()) {
      const int label = labels.at[row];
      const float loss = labels.counts(row) ? -labels.weight(label) * x[row * width + label] : 0.0f;
      if (each.has()) each.set(row, loss);
      if (losses) losses[row] = loss;
    }
  }
};

struct NegativeLogLikelihoodGrad {
  Labels labels;
  In dloss;
  const float* counted = nullptr;  // null: not a mean
  Out dx;
  Int width = 0;
  bool each = false;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < labels.rows * width; e += team.step()) {
      const Int row = e / width;
      const int label = labels.at[row];
      float value = 0;
      if (labels.counts(row) && e % width == label) {
        value = -(dloss.has() ? dloss[each ? row : 0] : 1.0f) * labels.weight(label);
        if (counted) value /= *counted;
      }
      dx.set(e, value);
    }
  }
};

// Writes 1 for every row whose first largest logit is that of the label, else 0.
struct RightAnswers {
  In x;
  const int* labels = nullptr;
  float* right = nullptr;
  Int rows = 0, width = 0;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int row = team.block; row < rows; row += team.blocks) {
      const Int base = row * width;
      float most = -kInfinity;
      for (Int i = team.lane; i < width; i += team.lanes) most = x[base + i] > most ? x[base + i] : most;
      most = team.max(most);
      float best = -static_cast<float>(width);
      for (Int i = team.lane; i < width; i += team.lanes)
        if (x[base + i] == most && -static_cast<float>(i) > best) best = -static_cast<float>(i);
      best = team.max(best);
      const Int found = static_cast<Int>(-best) < width ? static_cast<Int>(-best) : 0;
      if (team.lane == 0) right[row] = found == labels[row] ? 1.0f : 0.0f;
    }
  }
};

// Losses of one element, and their slopes. Arguments: prediction, target, pos_weight, delta.
struct SquaredError {
  static STEPSCOPE_DEVICE float of(float x, float t, float, float) { return (x - t) * (x - t); }
  static STEPSCOPE_DEVICE float slope(float x, float t, float, float) { return 2.0f * (x - t); }
};
struct AbsoluteError {
  static STEPSCOPE_DEVICE float of(float x, float t, float, float) { return fabs(x - t); }
  static STEPSCOPE_DEVICE float slope(float x, float t, float, float) { return x > t ? 1.0f : x < t ? -1.0f : 0.0f; }
};
struct Huber {
  static STEPSCOPE_DEVICE float of(float x, float t, float, float delta) {
    const float d = fabs(x - t);
    return d <= delta ? 0.5f * d * d : delta * (d - 0.5f * delta);
  }
  static STEPSCOPE_DEVICE float slope(float x, float t, float, float delta) { return Clamp::value(x - t, -delta, delta); }
};
// log(1 + exp(-x)), written so that exp() cannot overflow.
STEPSCOPE_DEVICE float negativeLogLogistic(float x) {
  return log1p(exp(-fabs(x))) + (x < 0 ? -x : 0.0f);
}
struct BinaryCrossEntropy {
  static STEPSCOPE_DEVICE float of(float x, float t, float weight, float) {
    return weight * t * negativeLogLogistic(x) + (1.0f - t) * negativeLogLogistic(-x);
  }
  static STEPSCOPE_DEVICE float slope(float x, float t, float weight, float) { return -weight * t * logistic(-x) + (1.0f - t) * logistic(x); }
};
struct Divergence {
  static STEPSCOPE_DEVICE float of(float x, float t, float, float) { return t == 0 ? 0.0f : t * (log(t) - x); }
  static STEPSCOPE_DEVICE float slope(float, float t, float, float) { return -t; }
};

// The number of targets that count, times `scale`, which is 1 or 1 / (elements per sample). NaN targets (padding of a short batch) do not count. One
// block.
struct CountTargets {
  In target;
  Int count = 0;
  float scale = 1;
  float* counted = nullptr;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (team.block != 0) return;
    float sum = 0;
    for (Int e = team.lane; e < count; e += team.lanes) sum += target[e] == target[e] ? 1.0f : 0.0f;
    sum = team.sum(sum) * scale;
    if (team.lane == 0) *counted = sum;
  }
};

template <class F>
struct ElementLoss {
  In x, target, weight;
  Out each;                // for the reduction "none"
  float* parts = nullptr;  // for the others, one per block
  Int count = 0, weights = 1;
  float delta = 1;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    float sum = 0;
    for (Int e = team.first(); e < count; e += team.step()) {
      const float t = target[e];
      const float loss = t != t ? 0.0f : F::of(x[e], t, weight.has() ? weight[e % weights] : 1.0f, delta);
      if (each.has()) each.set(e, loss);
      sum += loss;
    }
    sum = team.sum(sum);
    if (parts && team.lane == 0) parts[team.block] = sum;
  }
};

template <class F>
struct ElementLossGrad {
  In x, target, dloss, weight;
  const float* counted = nullptr;  // null: not a mean
  Out dx;
  Int count = 0, weights = 1;
  float delta = 1;
  bool each = false;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    for (Int e = team.first(); e < count; e += team.step()) {
      const float t = target[e];
      float value = 0;
      if (t == t) {
        value = (dloss.has() ? dloss[each ? e : 0] : 1.0f) * F::slope(x[e], t, weight.has() ? weight[e % weights] : 1.0f, delta);
        if (counted) value /= *counted;
      }
      dx.set(e, value);
    }
  }
};

}  // namespace stepscope::cuda
