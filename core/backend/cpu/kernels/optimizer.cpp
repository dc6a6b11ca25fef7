#include "core/backend/cpu/kernels/optimizer.h"

#include <cmath>

#include "core/backend/cpu/kernels/parallel.h"
#include "core/backend/cpu/kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/kernels/optimizer.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/kernels/simd-inl.h"

#ifndef STEPSCOPE_OPTIMIZER_FACTORS
#define STEPSCOPE_OPTIMIZER_FACTORS
namespace stepscope::kernels {

// The options as the loops use them, in f32.
struct SgdFactors {
  float lr = 0, momentum = 0, gradient = 1, weightDecay = 0;
  bool nesterov = false;
};
struct AdamFactors {
  float decay = 1, weightDecay = 0, oneMinusBeta1 = 0, beta2 = 0, oneMinusBeta2 = 0, inverseRoot2 = 1, eps = 0, stepSize = 0;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

void sgdRange(const SgdTensor& t, const SgdFactors& f, WorkRange range) {
  const F32 d;
  float *const p = t.p, *const m = t.m;
  const float* const g = t.g;
  const auto lr = hn::Set(d, f.lr), decay = hn::Set(d, f.weightDecay);
  if (m == nullptr) {
    overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
      const auto weight = lanes.load(p + i);
      lanes.store(hn::NegMulAdd(lr, hn::MulAdd(decay, weight, lanes.load(g + i)), weight), p + i);
    });
    return;
  }
  const auto momentum = hn::Set(d, f.momentum), gradient = hn::Set(d, f.gradient);
  // nesterov: p -= lr (g + momentum m), else p -= lr m: both are p -= lr (a g + b m).
  const auto fromGradient = hn::Set(d, f.nesterov ? 1.0f : 0.0f), fromBuffer = hn::Set(d, f.nesterov ? f.momentum : 1.0f);
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto weight = lanes.load(p + i);
    const auto slope = hn::MulAdd(decay, weight, lanes.load(g + i));
    const auto buffer = hn::MulAdd(momentum, lanes.load(m + i), hn::Mul(gradient, slope));
    lanes.store(buffer, m + i);
    lanes.store(hn::NegMulAdd(lr, hn::MulAdd(fromGradient, slope, hn::Mul(fromBuffer, buffer)), weight), p + i);
  });
}

void adamRange(const AdamTensor& t, const AdamFactors& f, WorkRange range) {
  const F32 d;
  float *const p = t.p, *const m = t.m, *const v = t.v;
  const float* const g = t.g;
  const auto keep = hn::Set(d, f.decay), decay = hn::Set(d, f.weightDecay), oneMinusBeta1 = hn::Set(d, f.oneMinusBeta1),
             beta2 = hn::Set(d, f.beta2), oneMinusBeta2 = hn::Set(d, f.oneMinusBeta2), root = hn::Set(d, f.inverseRoot2),
             eps = hn::Set(d, f.eps), stepSize = hn::Set(d, f.stepSize);
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto weight = hn::Mul(lanes.load(p + i), keep);
    const auto slope = hn::MulAdd(decay, weight, lanes.load(g + i));
    const auto mean = lanes.load(m + i);
    const auto first = hn::MulAdd(oneMinusBeta1, hn::Sub(slope, mean), mean);
    const auto second = hn::MulAdd(beta2, lanes.load(v + i), hn::Mul(oneMinusBeta2, hn::Mul(slope, slope)));
    lanes.store(first, m + i);
    lanes.store(second, v + i);
    const auto denominator = hn::MulAdd(hn::Sqrt(second), root, eps);
    lanes.store(hn::NegMulAdd(stepSize, hn::Div(first, denominator), weight), p + i);
  });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(sgdRange);
HWY_EXPORT(adamRange);

namespace {

// The tensors as one long array, cut among the threads.
template <class Tensor, class Body>
void overTensors(std::span<const Tensor> tensors, int arrays, int threads, const Body& body) {
  std::int64_t total = 0;
  for (const Tensor& tensor : tensors) total += tensor.count;
  parallelParts(total, teamForBytes(total * arrays * 4, threads), 16, [&](WorkRange range, int) {
    std::int64_t first = 0;
    for (const Tensor& tensor : tensors) {
      const WorkRange part{std::max<std::int64_t>(range.begin - first, 0), std::min(range.end - first, tensor.count)};
      if (!part.empty()) body(tensor, part);
      first += tensor.count;
    }
  });
}

}  // namespace

void sgd(std::span<const SgdTensor> tensors, double lr, const SgdOptions& options, int threads) {
  SgdFactors factors;
  factors.lr = static_cast<float>(lr);
  factors.weightDecay = static_cast<float>(options.weightDecay);
  factors.momentum = static_cast<float>(options.momentum);
  factors.gradient = static_cast<float>(1.0 - options.dampening);
  factors.nesterov = options.nesterov;
  // In the first step the buffer becomes the gradient itself. Nesterov needs no case of its own: its dampening is 0 and its buffer 0.
  if (options.firstStep && !options.nesterov) {
    factors.momentum = 0;
    factors.gradient = 1;
  }
  overTensors(tensors, 5, threads, [&](const SgdTensor& tensor, WorkRange range) {
    HWY_DYNAMIC_DISPATCH(sgdRange)(tensor, factors, range);
  });
}

void adam(std::span<const AdamTensor> tensors, double lr, std::int64_t step, const AdamOptions& options, int threads) {
  const double t = static_cast<double>(step);
  AdamFactors factors;
  if (options.decoupled)
    factors.decay = static_cast<float>(1.0 - lr * options.weightDecay);
  else
    factors.weightDecay = static_cast<float>(options.weightDecay);
  factors.oneMinusBeta1 = static_cast<float>(1.0 - options.beta1);
  factors.beta2 = static_cast<float>(options.beta2);
  factors.oneMinusBeta2 = static_cast<float>(1.0 - options.beta2);
  factors.inverseRoot2 = static_cast<float>(1.0 / std::sqrt(1.0 - std::pow(options.beta2, t)));
  factors.eps = static_cast<float>(options.eps);
  factors.stepSize = static_cast<float>(lr / (1.0 - std::pow(options.beta1, t)));
  overTensors(tensors, 7, threads, [&](const AdamTensor& tensor, WorkRange range) {
    HWY_DYNAMIC_DISPATCH(adamRange)(tensor, factors, range);
  });
}

}  // namespace stepscope::kernels
#endif
