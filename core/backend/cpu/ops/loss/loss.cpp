#include "core/backend/cpu/ops/loss/loss.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"
#include "core/base/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/loss/loss.cpp"
#include <hwy/foreach_target.h>

#include <hwy/contrib/math/math-inl.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

float largestOf(const float* row, std::int64_t count) {
  auto largest = hn::Set(F32(), -HUGE_VALF);
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) largest = hn::Max(largest, hn::LoadU(F32(), row + i));
  float result = hn::GetLane(hn::MaxOfLanes(F32(), largest));
  for (; i < count; ++i) result = std::max(result, row[i]);
  return result;
}

}  // namespace

// Writes the probabilities of one row, the log of the sum of exp(logit - largest), and the largest logit.
void softmaxRow(const float* logits, float* probabilities, std::int64_t classes, double* logSum, float* largest) {
  const F32 d;
  *largest = largestOf(logits, classes);
  const auto shift = hn::Set(d, *largest);
  auto total = hn::Zero(d);
  overVectors(0, classes, [&](std::int64_t i, auto lanes) HWY_ATTR {
    const auto e = lanes.keep(hn::Exp(d, hn::Sub(lanes.load(logits + i), shift)));
    total = hn::Add(total, e);
    lanes.store(e, probabilities + i);
  });
  double sum = 0;
  HWY_ALIGN double lanes[kLanes] = {};
  addLanesTo(total, lanes);
  for (const double lane : lanes) sum += lane;
  *logSum = std::log(sum);
  const auto inverse = hn::Set(d, static_cast<float>(1.0 / sum));
  overVectors(0, classes, [&](std::int64_t i, auto part) HWY_ATTR { part.store(hn::Mul(part.load(probabilities + i), inverse), probabilities + i); });
}

// y = x * factor - weights * smoothing
void gradRow(const float* x, float factor, const float* weights, float smoothing, float* y, std::int64_t count) {
  const auto f = hn::Set(F32(), factor), s = hn::Set(F32(), smoothing);
  if (smoothing == 0) {
    overVectors(0, count, [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Mul(lanes.load(x + i), f), y + i); });
    return;
  }
  overVectors(0, count, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto w = weights ? lanes.load(weights + i) : hn::Set(F32(), 1.0f);
    lanes.store(hn::NegMulAdd(w, s, hn::Mul(lanes.load(x + i), f)), y + i);
  });
}

// Sum of weights * (x - shift).
double weightedSum(const float* x, float shift, const float* weights, std::int64_t count) {
  const auto by = hn::Set(F32(), shift);
  auto total = hn::Zero(F32());
  overVectors(0, count, [&](std::int64_t i, auto lanes) HWY_ATTR {
    const auto v = lanes.keep(hn::Sub(lanes.load(x + i), by));
    total = weights ? hn::MulAdd(lanes.load(weights + i), v, total) : hn::Add(total, v);
  });
  HWY_ALIGN double lanes[kLanes] = {};
  addLanesTo(total, lanes);
  double sum = 0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

float largestLogit(const float* row, std::int64_t count) {
  return largestOf(row, count);
}

// Whether the row's first largest value is at `label`.
bool firstLargestAt(const float* row, std::int64_t count, std::int64_t label) {
  const float value = row[label];
  if (!(value >= largestOf(row, count))) return false;
  return std::find(row, row + label, value) == row + label;
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(softmaxRow);
HWY_EXPORT(gradRow);
HWY_EXPORT(weightedSum);
HWY_EXPORT(largestLogit);
HWY_EXPORT(firstLargestAt);

namespace {

constexpr int kMostThreads = 256;

int teamForRows(std::int64_t n, std::int64_t classes, int threads) {
  // An exp costs about as much as moving 16 bytes.
  return std::min(teamForBytes(n * classes * 16, threads), kMostThreads);
}

// Throws Error (Input) if the label of the row is out of range.
void checkLabel(const std::int32_t* labels, std::int64_t row, std::int64_t classes) {
  if (labels[row] >= 0 && labels[row] < classes) return;
  throw Error(ErrorKind::Input, "labels", fmt::format("row {} of the batch has label {}, but the model has {} outputs", row, labels[row], classes),
              "Give the model as many outputs as the data has classes");
}

bool counts(const ClassLoss& s, std::int32_t label) {
  return (label >= 0 || s.everyLabel) && label != s.ignoreIndex;
}
double weightOf(const float* weights, std::int32_t label) {
  return weights ? static_cast<double>(weights[label]) : 1.0;
}

// The sum of the weights of the counted rows. Throws if a label is out of range; an ignored label may have any value.
double countedWeight(const ClassLoss& s, const std::int32_t* labels, const float* weights) {
  double total = 0;
  for (std::int64_t row = 0; row < s.n; ++row) {
    if (!counts(s, labels[row])) continue;
    checkLabel(labels, row, s.classes);
    total += weightOf(weights, labels[row]);
  }
  return total;
}

// 0 if no row counts; NaN weights give a NaN mean.
double meanOf(double sum, double counted) {
  return counted == 0 ? 0.0 : sum / counted;
}

double sumOf(const float* weights, std::int64_t classes) {
  double sum = 0;
  for (std::int64_t c = 0; c < classes; ++c) sum += weightOf(weights, static_cast<std::int32_t>(c));
  return sum;
}

}  // namespace

void softmaxCrossEntropy(const ClassLoss& s, const float* logits, const std::int32_t* labels, const float* weights, float* loss, float* probabilities,
                         int threads) {
  const double counted = countedWeight(s, labels, weights);
  const double smoothing = static_cast<double>(s.labelSmoothing) / static_cast<double>(s.classes);
  const double allWeights = smoothing != 0 ? sumOf(weights, s.classes) : 0.0;
  const int team = teamForRows(s.n, s.classes, threads);
  std::array<double, kMostThreads> partial{};
  parallelParts(s.n, team, 1, [&](WorkRange rows, int thread) {
    double sum = 0;
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      double logSum = 0;
      float largest = 0;
      const float* line = logits + row * s.classes;
      const bool used = counts(s, labels[row]);
      // The logits are read first, since the probabilities may overwrite them.
      const double logit = used ? static_cast<double>(line[labels[row]]) : 0.0;
      double others = 0;
      if (used && smoothing != 0) {
        const float shift = HWY_DYNAMIC_DISPATCH(largestLogit)(line, s.classes);
        others = HWY_DYNAMIC_DISPATCH(weightedSum)(line, shift, weights, s.classes);
      }
      HWY_DYNAMIC_DISPATCH(softmaxRow)(line, probabilities + row * s.classes, s.classes, &logSum, &largest);
      if (!used) continue;
      const double own = logSum - (logit - static_cast<double>(largest));
      sum += (1.0 - static_cast<double>(s.labelSmoothing)) * weightOf(weights, labels[row]) * own + smoothing * (allWeights * logSum - others);
    }
    partial[static_cast<std::size_t>(thread)] = sum;
  });
  double total = 0;
  for (int thread = 0; thread < team; ++thread) total += partial[static_cast<std::size_t>(thread)];
  *loss = static_cast<float>(meanOf(total, counted));
}

void softmaxCrossEntropyGrad(const ClassLoss& s, const float* probabilities, const std::int32_t* labels, const float* weights, const float* dloss,
                             float* dlogits, int threads) {
  const double counted = countedWeight(s, labels, weights);
  const double factor = meanOf(dloss ? static_cast<double>(*dloss) : 1.0, counted);
  const double smoothing = factor * static_cast<double>(s.labelSmoothing) / static_cast<double>(s.classes);
  const double allWeights = smoothing != 0 ? sumOf(weights, s.classes) : 0.0;
  parallelParts(s.n, teamForBytes(s.n * s.classes * 8, threads), 1, [&](WorkRange rows, int) {
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      float* line = dlogits + row * s.classes;
      const std::int32_t label = labels[row];
      if (!counts(s, label)) {
        std::fill(line, line + s.classes, 0.0f);
        continue;
      }
      const double weight = weightOf(weights, label);
      const double own = factor * (1.0 - static_cast<double>(s.labelSmoothing)) * weight;
      // p - 1 is computed before it is multiplied, so that the small difference of a confident row keeps its digits.
      const auto p = static_cast<double>(probabilities[row * s.classes + label]);
      const double atLabel = (p - 1.0) * own + smoothing * (allWeights * p - weight);
      HWY_DYNAMIC_DISPATCH(gradRow)
      (probabilities + row * s.classes, static_cast<float>(own + smoothing * allWeights), weights, static_cast<float>(smoothing), line, s.classes);
      line[label] = static_cast<float>(atLabel);
    }
  });
}

void nllLoss(const ClassLoss& s, RowReduction reduction, const float* logProbabilities, const std::int32_t* labels, const float* weights, float* loss,
             int threads) {
  const double counted = countedWeight(s, labels, weights);
  const auto lossOf = [&](std::int64_t row) {
    if (!counts(s, labels[row])) return 0.0;
    return -weightOf(weights, labels[row]) * static_cast<double>(logProbabilities[row * s.classes + labels[row]]);
  };
  if (reduction == RowReduction::None) {
    parallelParts(s.n, teamForBytes(s.n * 64, threads), 16, [&](WorkRange rows, int) {
      for (std::int64_t row = rows.begin; row < rows.end; ++row) loss[row] = static_cast<float>(lossOf(row));
    });
    return;
  }
  const int team = std::min(teamForBytes(s.n * 64, threads), kMostThreads);
  std::array<double, kMostThreads> partial{};
  parallelParts(s.n, team, 1, [&](WorkRange rows, int thread) {
    double sum = 0;
    for (std::int64_t row = rows.begin; row < rows.end; ++row) sum += lossOf(row);
    partial[static_cast<std::size_t>(thread)] = sum;
  });
  double total = 0;
  for (int thread = 0; thread < team; ++thread) total += partial[static_cast<std::size_t>(thread)];
  if (reduction == RowReduction::Mean) total = meanOf(total, counted);
  *loss = static_cast<float>(total);
}

void nllLossGrad(const ClassLoss& s, RowReduction reduction, const std::int32_t* labels, const float* weights, const float* dloss,
                 float* dlogProbabilities, int threads) {
  const double counted = countedWeight(s, labels, weights);
  const bool each = reduction == RowReduction::None;
  double factor = each || !dloss ? 1.0 : static_cast<double>(*dloss);
  if (reduction == RowReduction::Mean) factor = meanOf(factor, counted);
  parallelParts(s.n, teamForBytes(s.n * s.classes * 4, threads), 1, [&](WorkRange rows, int) {
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      float* line = dlogProbabilities + row * s.classes;
      std::fill(line, line + s.classes, 0.0f);
      if (!counts(s, labels[row])) continue;
      const double own = each && dloss ? static_cast<double>(dloss[row]) : 1.0;
      line[labels[row]] = static_cast<float>(-factor * own * weightOf(weights, labels[row]));
    }
  });
}

void accuracy(const float* logits, const std::int32_t* labels, std::int64_t n, std::int64_t classes, float* correct, int threads) {
  for (std::int64_t row = 0; row < n; ++row)
    if (labels[row] >= 0) checkLabel(labels, row, classes);
  const int team = std::min(teamForBytes(n * classes * 4, threads), kMostThreads);
  std::array<std::int64_t, kMostThreads> partial{};
  parallelParts(n, team, 1, [&](WorkRange rows, int thread) {
    std::int64_t count = 0;
    for (std::int64_t row = rows.begin; row < rows.end; ++row)
      if (labels[row] >= 0) count += HWY_DYNAMIC_DISPATCH(firstLargestAt)(logits + row * classes, classes, labels[row]);
    partial[static_cast<std::size_t>(thread)] = count;
  });
  std::int64_t total = 0;
  for (int thread = 0; thread < team; ++thread) total += partial[static_cast<std::size_t>(thread)];
  *correct = static_cast<float>(total);
}

}  // namespace stepscope::kernels
#endif
