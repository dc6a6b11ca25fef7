#include "core/backend/cpu/ops/optimizer/optimizer.h"

#include <cmath>

#include "core/backend/cpu/ops/optimizer/adam_factors.h"
#include "core/backend/cpu/ops/optimizer/tensor_list.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/optimizer/optimizer.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/optimizer/gradient_clip-inl.h"

#ifndef STEPSCOPE_OPTIMIZER_FACTORS
#define STEPSCOPE_OPTIMIZER_FACTORS
namespace stepscope::kernels {

// The options as the loops use them, in f32.
struct SgdFactors {
  float lr = 0, momentum = 0, gradient = 1, weightDecay = 0;
  bool nesterov = false;
  GradientClip clip;
};
struct RmsPropFactors {
  float lr = 0, alpha = 0, oneMinusAlpha = 0, eps = 0, momentum = 0, weightDecay = 0;
  GradientClip clip;
};
struct AdagradFactors {
  float lr = 0, eps = 0, weightDecay = 0;
  GradientClip clip;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

void sgdRange(const SgdTensor& t, const SgdFactors& f, WorkRange range) {
  const F32 d;
  float *const p = t.p, *const m = t.m;
  const float* const g = t.g;
  const Clip clip(f.clip);
  const auto lr = hn::Set(d, f.lr), decay = hn::Set(d, f.weightDecay);
  if (m == nullptr) {
    overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
      const auto weight = lanes.load(p + i);
      lanes.store(hn::NegMulAdd(lr, hn::MulAdd(decay, weight, clip(lanes.load(g + i))), weight), p + i);
    });
    return;
  }
  const auto momentum = hn::Set(d, f.momentum), gradient = hn::Set(d, f.gradient);
  // nesterov: p -= lr (g + momentum m), else p -= lr m: both are p -= lr (a g + b m).
  const auto fromGradient = hn::Set(d, f.nesterov ? 1.0f : 0.0f), fromBuffer = hn::Set(d, f.nesterov ? f.momentum : 1.0f);
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto weight = lanes.load(p + i);
    const auto slope = hn::MulAdd(decay, weight, clip(lanes.load(g + i)));
    const auto buffer = hn::MulAdd(momentum, lanes.load(m + i), hn::Mul(gradient, slope));
    lanes.store(buffer, m + i);
    lanes.store(hn::NegMulAdd(lr, hn::MulAdd(fromGradient, slope, hn::Mul(fromBuffer, buffer)), weight), p + i);
  });
}

void adamRange(const AdamTensor& t, const AdamFactors& f, WorkRange range) {
  const F32 d;
  float *const p = t.p, *const m = t.m, *const v = t.v, *const most = t.most;
  const float* const g = t.g;
  const Clip clip(f.clip);
  const auto shrink = hn::Set(d, f.shrink), decay = hn::Set(d, f.weightDecay), oneMinusBeta1 = hn::Set(d, f.oneMinusBeta1),
             beta2 = hn::Set(d, f.beta2), oneMinusBeta2 = hn::Set(d, f.oneMinusBeta2), root = hn::Set(d, f.inverseRoot2), eps = hn::Set(d, f.eps),
             stepSize = hn::Set(d, f.stepSize);
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto weight = lanes.load(p + i);
    const auto slope = hn::MulAdd(decay, weight, clip(lanes.load(g + i)));
    const auto mean = lanes.load(m + i);
    const auto first = hn::MulAdd(oneMinusBeta1, hn::Sub(slope, mean), mean);
    const auto second = hn::MulAdd(beta2, lanes.load(v + i), hn::Mul(oneMinusBeta2, hn::Mul(slope, slope)));
    lanes.store(first, m + i);
    lanes.store(second, v + i);
    auto under = second;
    if (most != nullptr) {
      under = hn::Max(lanes.load(most + i), second);
      lanes.store(under, most + i);
    }
    const auto denominator = hn::MulAdd(hn::Sqrt(under), root, eps);
    // Decay and step are summed before they are taken off, so that the weight is rounded once: a decay of 1e-5 a step is not much more
    // than the rounding of the weight itself.
    const auto change = hn::MulAdd(shrink, weight, hn::Mul(stepSize, hn::Div(first, denominator)));
    lanes.store(hn::Sub(weight, change), p + i);
  });
}

void rmsPropRange(const RmsPropTensor& t, const RmsPropFactors& f, WorkRange range) {
  const F32 d;
  float *const p = t.p, *const square = t.square, *const m = t.m, *const mean = t.mean;
  const float* const g = t.g;
  const Clip clip(f.clip);
  const auto lr = hn::Set(d, f.lr), alpha = hn::Set(d, f.alpha), oneMinusAlpha = hn::Set(d, f.oneMinusAlpha), eps = hn::Set(d, f.eps),
             momentum = hn::Set(d, f.momentum), decay = hn::Set(d, f.weightDecay);
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto weight = lanes.load(p + i);
    const auto slope = hn::MulAdd(decay, weight, clip(lanes.load(g + i)));
    auto variance = hn::MulAdd(alpha, lanes.load(square + i), hn::Mul(oneMinusAlpha, hn::Mul(slope, slope)));
    lanes.store(variance, square + i);
    if (mean != nullptr) {
      const auto before = lanes.load(mean + i);
      const auto now = hn::MulAdd(oneMinusAlpha, hn::Sub(slope, before), before);
      lanes.store(now, mean + i);
      variance = hn::NegMulAdd(now, now, variance);
    }
    auto step = hn::Div(slope, hn::Add(hn::Sqrt(variance), eps));
    if (m != nullptr) {
      step = hn::MulAdd(momentum, lanes.load(m + i), step);
      lanes.store(step, m + i);
    }
    lanes.store(hn::NegMulAdd(lr, step, weight), p + i);
  });
}

void adagradRange(const AdagradTensor& t, const AdagradFactors& f, WorkRange range) {
  const F32 d;
  float *const p = t.p, *const sums = t.sum;
  const float* const g = t.g;
  const Clip clip(f.clip);
  const auto lr = hn::Set(d, f.lr), eps = hn::Set(d, f.eps), decay = hn::Set(d, f.weightDecay);
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto weight = lanes.load(p + i);
    const auto slope = hn::MulAdd(decay, weight, clip(lanes.load(g + i)));
    const auto sum = hn::MulAdd(slope, slope, lanes.load(sums + i));
    lanes.store(sum, sums + i);
    lanes.store(hn::NegMulAdd(lr, hn::Div(slope, hn::Add(hn::Sqrt(sum), eps)), weight), p + i);
  });
}

void averageRange(const AverageTensor& t, float decay, float rest, WorkRange range) {
  const F32 d;
  float* const average = t.average;
  const float* const p = t.p;
  const auto keep = hn::Set(d, decay), take = hn::Set(d, rest);
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto old = lanes.load(average + i);
    // With keep 0 whatever stood there is replaced, also what is no number.
    const auto kept = hn::IfThenElse(hn::Eq(keep, hn::Zero(d)), hn::Zero(d), hn::Mul(keep, old));
    lanes.store(hn::MulAdd(take, lanes.load(p + i), kept), average + i);
  });
}

// share 1 is a copy: what the mean held before may be no number.
void accumulateRange(const AverageTensor& t, float part, WorkRange range) {
  const F32 d;
  float* const mean = t.average;
  const float* const g = t.p;
  const auto share = hn::Set(d, part);
  if (part == 1.0F) {
    overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(lanes.load(g + i), mean + i); });
    return;
  }
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto old = lanes.load(mean + i);
    lanes.store(hn::MulAdd(share, hn::Sub(lanes.load(g + i), old), old), mean + i);
  });
}

double squaresOf(const ConstTensor& t, WorkRange range) {
  const F32 d;
  const float* const x = t.x;
  // Sums of 4096 squares stay exact enough in f32 lanes; the rest is summed in double.
  double total = 0;
  for (std::int64_t begin = range.begin; begin < range.end; begin += 4096) {
    auto sum = hn::Zero(d);
    overVectors(begin, std::min(begin + 4096, range.end), [&](std::int64_t i, auto lanes) HWY_ATTR {
      const auto value = lanes.load(x + i);
      sum = hn::MulAdd(value, value, sum);
    });
    HWY_ALIGN float parts[kLanes];
    hn::Store(sum, d, parts);
    for (std::int64_t i = 0; i < kLanes; ++i) total += static_cast<double>(parts[i]);
  }
  return total;
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(sgdRange);
HWY_EXPORT(adamRange);
HWY_EXPORT(rmsPropRange);
HWY_EXPORT(adagradRange);
HWY_EXPORT(averageRange);
HWY_EXPORT(accumulateRange);
HWY_EXPORT(squaresOf);

namespace {
constexpr std::int64_t kGrain = 16;
}

void sgd(std::span<const SgdTensor> tensors, double lr, const SgdOptions& options, int threads) {
  SgdFactors factors;
  factors.lr = static_cast<float>(lr);
  factors.weightDecay = static_cast<float>(options.weightDecay);
  factors.momentum = static_cast<float>(options.momentum);
  factors.gradient = static_cast<float>(1.0 - options.dampening);
  factors.nesterov = options.nesterov;
  factors.clip = options.clip;
  // In the first step the buffer becomes the gradient itself. Nesterov needs no case of its own: its dampening is 0 and its buffer 0.
  if (options.firstStep && !options.nesterov) {
    factors.momentum = 0;
    factors.gradient = 1;
  }
  overTensors(tensors, 20, kGrain, threads, [&](const SgdTensor& tensor, std::size_t, WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(sgdRange)(tensor, factors, range);
  });
}

void adam(std::span<const AdamTensor> tensors, double lr, std::int64_t step, const AdamOptions& options, int threads) {
  const AdamFactors factors = adamFactors(lr, step, options);
  overTensors(tensors, 28, kGrain, threads, [&](const AdamTensor& tensor, std::size_t, WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(adamRange)(tensor, factors, range);
  });
}

void rmsProp(std::span<const RmsPropTensor> tensors, double lr, const RmsPropOptions& options, int threads) {
  RmsPropFactors factors;
  factors.lr = static_cast<float>(lr);
  factors.alpha = static_cast<float>(options.alpha);
  factors.oneMinusAlpha = static_cast<float>(1.0 - options.alpha);
  factors.eps = static_cast<float>(options.eps);
  factors.momentum = static_cast<float>(options.momentum);
  factors.weightDecay = static_cast<float>(options.weightDecay);
  factors.clip = options.clip;
  overTensors(tensors, 28, kGrain, threads, [&](const RmsPropTensor& tensor, std::size_t, WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(rmsPropRange)(tensor, factors, range);
  });
}

void adagrad(std::span<const AdagradTensor> tensors, double lr, std::int64_t step, const AdagradOptions& options, int threads) {
  AdagradFactors factors;
  factors.lr = static_cast<float>(lr / (1.0 + static_cast<double>(step - 1) * options.rateDecay));
  factors.eps = static_cast<float>(options.eps);
  factors.weightDecay = static_cast<float>(options.weightDecay);
  factors.clip = options.clip;
  overTensors(tensors, 20, kGrain, threads, [&](const AdagradTensor& tensor, std::size_t, WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(adagradRange)(tensor, factors, range);
  });
}

void weightAverage(std::span<const AverageTensor> tensors, double decay, int threads) {
  const float keep = static_cast<float>(decay), take = static_cast<float>(1.0 - decay);
  overTensors(tensors, 12, kGrain, threads, [&](const AverageTensor& tensor, std::size_t, WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(averageRange)(tensor, keep, take, range);
  });
}

void accumulateGradients(std::span<const AverageTensor> tensors, double share, int threads) {
  overTensors(tensors, 12, kGrain, threads, [&](const AverageTensor& tensor, std::size_t, WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(accumulateRange)(tensor, static_cast<float>(share), range);
  });
}

double globalNorm(std::span<const ConstTensor> tensors, int threads, double* workspace) {
  std::fill_n(workspace, threads, 0.0);
  overTensors(tensors, 4, kGrain, threads, [&](const ConstTensor& tensor, std::size_t, WorkRange range, int thread) {
    workspace[thread] += HWY_DYNAMIC_DISPATCH(squaresOf)(tensor, range);
  });
  double sum = 0;
  for (int thread = 0; thread < threads; ++thread) sum += workspace[thread];
  return std::sqrt(sum);
}

}  // namespace stepscope::kernels
#endif
