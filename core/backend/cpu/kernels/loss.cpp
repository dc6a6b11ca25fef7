#include "core/backend/cpu/kernels/loss.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/backend/cpu/kernels/parallel.h"
#include "core/backend/cpu/kernels/targets.h"
#include "core/base/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/kernels/loss.cpp"
#include <hwy/foreach_target.h>

#include <hwy/contrib/math/math-inl.h>

#include "core/backend/cpu/kernels/simd-inl.h"

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

// probabilities of one row; returns the log of the sum of exp(logit - largest), and the largest logit.
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
  overVectors(0, classes,
              [&](std::int64_t i, auto part) HWY_ATTR { part.store(hn::Mul(part.load(probabilities + i), inverse), probabilities + i); });
}

void scaleRow(const float* x, float factor, float* y, std::int64_t count) {
  const auto f = hn::Set(F32(), factor);
  overVectors(0, count, [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Mul(lanes.load(x + i), f), y + i); });
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
HWY_EXPORT(scaleRow);
HWY_EXPORT(firstLargestAt);

namespace {

constexpr int kMostThreads = 256;

int teamForRows(std::int64_t n, std::int64_t classes, int threads) {
  // An exp costs about as much as moving 16 bytes.
  return std::min(teamForBytes(n * classes * 16, threads), kMostThreads);
}

// Rows that count; throws when a label is out of range.
std::int64_t countLabels(const std::int32_t* labels, std::int64_t n, std::int64_t classes) {
  std::int64_t counted = 0;
  for (std::int64_t row = 0; row < n; ++row) {
    if (labels[row] >= classes)
      throw Error(ErrorKind::Input, "labels",
                  fmt::format("row {} of the batch has label {}, but the model has {} outputs", row, labels[row], classes),
                  "Give the model as many outputs as the data has classes");
    counted += labels[row] >= 0;
  }
  return counted;
}

}  // namespace

void softmaxCrossEntropy(const float* logits, const std::int32_t* labels, std::int64_t n, std::int64_t classes, float* loss,
                         float* probabilities, int threads) {
  const std::int64_t counted = countLabels(labels, n, classes);
  const int team = teamForRows(n, classes, threads);
  std::array<double, kMostThreads> partial{};
  parallelParts(n, team, 1, [&](WorkRange rows, int thread) {
    double sum = 0;
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      double logSum = 0;
      float largest = 0;
      const float* line = logits + row * classes;
      // The logit is read first: probabilities may overwrite logits.
      const double logit = labels[row] >= 0 ? line[labels[row]] : 0.0;
      HWY_DYNAMIC_DISPATCH(softmaxRow)(line, probabilities + row * classes, classes, &logSum, &largest);
      if (labels[row] >= 0) sum += logSum - (logit - static_cast<double>(largest));
    }
    partial[static_cast<std::size_t>(thread)] = sum;
  });
  double total = 0;
  for (int thread = 0; thread < team; ++thread) total += partial[static_cast<std::size_t>(thread)];
  *loss = counted ? static_cast<float>(total / static_cast<double>(counted)) : 0.0f;
}

void softmaxCrossEntropyGrad(const float* probabilities, const std::int32_t* labels, const float* dloss, std::int64_t n,
                             std::int64_t classes, float* dlogits, int threads) {
  const std::int64_t counted = countLabels(labels, n, classes);
  const float factor = counted ? static_cast<float>((dloss ? static_cast<double>(*dloss) : 1.0) / static_cast<double>(counted)) : 0.0f;
  parallelParts(n, teamForBytes(n * classes * 8, threads), 1, [&](WorkRange rows, int) {
    for (std::int64_t row = rows.begin; row < rows.end; ++row) {
      float* line = dlogits + row * classes;
      if (labels[row] < 0) {
        std::fill(line, line + classes, 0.0f);
        continue;
      }
      // p - 1 before the factor: a confident row's small difference keeps its digits.
      const float atLabel = (probabilities[row * classes + labels[row]] - 1.0f) * factor;
      HWY_DYNAMIC_DISPATCH(scaleRow)(probabilities + row * classes, factor, line, classes);
      line[labels[row]] = atLabel;
    }
  });
}

void accuracy(const float* logits, const std::int32_t* labels, std::int64_t n, std::int64_t classes, float* correct, int threads) {
  countLabels(labels, n, classes);
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
