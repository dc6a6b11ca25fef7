#include "core/backend/cpu/ops/loss/element_loss.h"

#include <algorithm>
#include <array>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/loss/element_loss.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

using V = F32Vector;

HWY_INLINE V valueOf(ElementLoss loss, V x, V t, V weight, V delta) {
  const V half = constant(0.5), one = constant(1.0), zero = hn::Zero(F32());
  const V d = hn::Sub(x, t);
  switch (loss) {
    case ElementLoss::MeanSquared: return hn::Mul(d, d);
    case ElementLoss::L1: return hn::Abs(d);
    case ElementLoss::Huber: {
      const V a = hn::Abs(d);
      const V outside = hn::Mul(delta, hn::Sub(a, hn::Mul(half, delta)));
      return hn::IfThenElse(hn::Le(a, delta), hn::Mul(half, hn::Mul(a, a)), outside);
    }
    case ElementLoss::BceWithLogits: {
      // (1 - t) x + (1 + (w - 1) t) (log(1 + exp(-|x|)) + max(-x, 0))
      const V scale = hn::MulAdd(hn::Sub(weight, one), t, one);
      const V soft = hn::Add(log1pExpOfMinusAbs(x), hn::Max(zero, hn::Neg(x)));
      return hn::MulAdd(scale, soft, hn::Mul(hn::Sub(one, t), x));
    }
    case ElementLoss::KlDiv:
      // The limit of t log t at 0 is 0.
      return hn::IfThenZeroElse(hn::Eq(t, zero), hn::Mul(t, hn::Sub(logOf(t), x)));
  }
  return zero;
}

HWY_INLINE V slopeOf(ElementLoss loss, V x, V t, V weight, V delta) {
  const V one = constant(1.0), zero = hn::Zero(F32());
  const V d = hn::Sub(x, t);
  switch (loss) {
    case ElementLoss::MeanSquared: return hn::Add(d, d);
    case ElementLoss::L1: return hn::IfThenZeroElse(hn::Eq(d, zero), hn::CopySign(one, d));
    case ElementLoss::Huber: return hn::Min(delta, hn::Max(hn::Neg(delta), d));
    case ElementLoss::BceWithLogits: {
      const V positive = hn::Mul(weight, t);
      return hn::Sub(hn::Mul(sigmoidOf(x), hn::Add(positive, hn::Sub(one, t))), positive);
    }
    case ElementLoss::KlDiv: return hn::Neg(t);
  }
  return zero;
}

HWY_INLINE V singleWeight(const ElementLossShape& s, const float* posWeight) {
  return hn::Set(F32(), posWeight && s.period == 1 ? *posWeight : 1.0f);
}

// Calls body(begin, end, weights) for every run of elements whose pos_weights are consecutive; weights[i] is that of element i. `weights` is null if
// there are none, or one for all.
template <class Body>
HWY_INLINE void overRuns(WorkRange range, std::int64_t period, const float* posWeight, const Body& body) {
  if (!posWeight || period == 1) return body(range.begin, range.end, nullptr);
  for (std::int64_t at = range.begin; at < range.end;) {
    const std::int64_t end = std::min(range.end, (at / period + 1) * period);
    body(at, end, posWeight - at / period * period);
    at = end;
  }
}

}  // namespace

// Adds the losses of the range to `*total`, and their number to `*counted`; if `each` is given, writes them there instead.
void elementLossRange(const ElementLossShape& s, const float* x, const float* t, const float* posWeight, float* each, WorkRange range, double* total,
                      double* counted) {
  const V delta = hn::Set(F32(), s.delta), one = constant(1.0), single = singleWeight(s, posWeight);
  HWY_ALIGN double totals[kLanes] = {}, counts[kLanes] = {};
  V sum = hn::Zero(F32()), count = hn::Zero(F32());
  int pending = 0;
  overRuns(range, s.period, posWeight, [&](std::int64_t begin, std::int64_t end, const float* weights) HWY_ATTR {
    overVectors(begin, end, [&](std::int64_t i, auto lanes) HWY_ATTR {
      const V target = lanes.load(t + i);
      const V weight = weights ? lanes.load(weights + i) : single;
      const auto counts_ = hn::Eq(target, target);
      const V value = lanes.keep(hn::IfThenElseZero(counts_, valueOf(s.loss, lanes.load(x + i), target, weight, delta)));
      if (each) return lanes.store(value, each + i);
      sum = hn::Add(sum, value);
      count = hn::Add(count, lanes.keep(hn::IfThenElseZero(counts_, one)));
      if (++pending < 256) return;
      addLanesTo(sum, totals);
      addLanesTo(count, counts);
      sum = count = hn::Zero(F32());
      pending = 0;
    });
  });
  addLanesTo(sum, totals);
  addLanesTo(count, counts);
  for (std::int64_t i = 0; i < kLanes; ++i) {
    *total += totals[i];
    *counted += counts[i];
  }
}

// dx = slope * scale * (each ? each[i] : 1)
void elementLossGradRange(const ElementLossShape& s, const float* x, const float* t, const float* posWeight, const float* each, float scale,
                          float* dx, WorkRange range) {
  const V delta = hn::Set(F32(), s.delta), factor = hn::Set(F32(), scale), single = singleWeight(s, posWeight);
  overRuns(range, s.period, posWeight, [&](std::int64_t begin, std::int64_t end, const float* weights) HWY_ATTR {
    overVectors(begin, end, [&](std::int64_t i, auto lanes) HWY_ATTR {
      const V target = lanes.load(t + i);
      const V weight = weights ? lanes.load(weights + i) : single;
      V slope = hn::Mul(factor, slopeOf(s.loss, lanes.load(x + i), target, weight, delta));
      if (each) slope = hn::Mul(slope, lanes.load(each + i));
      lanes.store(hn::IfThenElseZero(hn::Eq(target, target), slope), dx + i);
    });
  });
}

// Number of elements that are not NaN.
std::int64_t countNumbers(const float* t, WorkRange range) {
  std::int64_t count = 0;
  overVectors(range.begin, range.end, [&](std::int64_t i, auto lanes) HWY_ATTR {
    const V v = lanes.load(t + i);
    const auto nan = hn::IsNaN(v);  // lanes after the end are zero
    count += lanes.count() - static_cast<std::int64_t>(hn::CountTrue(F32(), nan));
  });
  return count;
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(elementLossRange);
HWY_EXPORT(elementLossGradRange);
HWY_EXPORT(countNumbers);

namespace {

constexpr int kMostThreads = 256;

int team(const ElementLossShape& s, int threads) {
  const bool slow = s.loss == ElementLoss::BceWithLogits || s.loss == ElementLoss::KlDiv;
  return std::min(teamForBytes(s.count * (slow ? 32 : 8), threads), kMostThreads);
}

// The divisor of the sum.
double divisor(const ElementLossShape& s, double counted) {
  if (s.reduction == LossReduction::Mean) return counted;
  // If elements do not count, the number of samples is reduced in proportion.
  if (s.reduction == LossReduction::BatchMean) return counted / static_cast<double>(s.count) * static_cast<double>(s.rows);
  return 1.0;
}

}  // namespace

void elementLoss(const ElementLossShape& s, const float* prediction, const float* target, const float* posWeight, float* loss, int threads) {
  std::array<double, kMostThreads> totals{}, counts{};
  float* each = s.reduction == LossReduction::None ? loss : nullptr;
  parallelParts(s.count, team(s, threads), 16, [&](WorkRange range, int thread) {
    double total = 0, counted = 0;  // local, because threads would write to the same cache lines of the arrays
    HWY_DYNAMIC_DISPATCH(elementLossRange)(s, prediction, target, posWeight, each, range, &total, &counted);
    totals[static_cast<std::size_t>(thread)] = total;
    counts[static_cast<std::size_t>(thread)] = counted;
  });
  if (each) return;
  double total = 0, counted = 0;
  for (std::size_t thread = 0; thread < totals.size(); ++thread) {
    total += totals[thread];
    counted += counts[thread];
  }
  *loss = counted > 0 ? static_cast<float>(total / divisor(s, counted)) : 0.0f;
}

void elementLossGrad(const ElementLossShape& s, const float* prediction, const float* target, const float* posWeight, const float* dloss,
                     float* dprediction, int threads) {
  const bool each = s.reduction == LossReduction::None;
  double scale = each || !dloss ? 1.0 : static_cast<double>(*dloss);
  if (s.reduction == LossReduction::Mean || s.reduction == LossReduction::BatchMean) {
    std::array<std::int64_t, kMostThreads> counts{};
    parallelParts(s.count, std::min(teamForBytes(s.count * 4, threads), kMostThreads), 16,
                  [&](WorkRange range, int thread) { counts[static_cast<std::size_t>(thread)] = HWY_DYNAMIC_DISPATCH(countNumbers)(target, range); });
    std::int64_t counted = 0;
    for (const std::int64_t count : counts) counted += count;
    scale = counted > 0 ? scale / divisor(s, static_cast<double>(counted)) : 0.0;
  }
  parallelParts(s.count, team(s, threads), 16, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(elementLossGradRange)
    (s, prediction, target, posWeight, each ? dloss : nullptr, static_cast<float>(scale), dprediction, range);
  });
}

}  // namespace stepscope::kernels
#endif
