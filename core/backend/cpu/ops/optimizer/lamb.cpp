// LAMB: two passes over the tensors, since the step of an element depends on two norms over its whole tensor.
#include <cmath>

#include "core/backend/cpu/ops/optimizer/optimizer.h"
#include "core/backend/cpu/ops/optimizer/tensor_list.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/optimizer/lamb.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/optimizer/gradient_clip-inl.h"

#ifndef STEPSCOPE_LAMB_FACTORS
#define STEPSCOPE_LAMB_FACTORS
namespace stepscope::kernels {

struct LambFactors {
  float oneMinusBeta1 = 0, beta2 = 0, oneMinusBeta2 = 0, correction1 = 1, inverseRoot2 = 1, eps = 0, weightDecay = 0;
  GradientClip clip;
};
struct LambNorms {
  double parameter = 0, update = 0;  // sums of squares
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

HWY_INLINE F32Vector lambUpdate(F32Vector p, F32Vector m, F32Vector v, const LambFactors& f) {
  const F32 d;
  const auto denominator = hn::MulAdd(hn::Sqrt(v), hn::Set(d, f.inverseRoot2), hn::Set(d, f.eps));
  return hn::MulAdd(hn::Set(d, f.weightDecay), p, hn::Div(hn::Mul(m, hn::Set(d, f.correction1)), denominator));
}

}  // namespace

// New moments; adds the squares of the parameter and of its update.
void lambMoments(const AdamTensor& t, const LambFactors& f, WorkRange range, LambNorms& norms) {
  const F32 d;
  const Clip clip(f.clip);
  const auto oneMinusBeta1 = hn::Set(d, f.oneMinusBeta1), beta2 = hn::Set(d, f.beta2), oneMinusBeta2 = hn::Set(d, f.oneMinusBeta2);
  for (std::int64_t begin = range.begin; begin < range.end; begin += 4096) {
    auto weights = hn::Zero(d), updates = hn::Zero(d);
    overVectors(begin, std::min(begin + 4096, range.end), [&](std::int64_t i, auto lanes) HWY_ATTR {
      const auto slope = clip(lanes.load(t.g + i)), mean = lanes.load(t.m + i), weight = lanes.load(t.p + i);
      const auto first = hn::MulAdd(oneMinusBeta1, hn::Sub(slope, mean), mean);
      const auto second = hn::MulAdd(beta2, lanes.load(t.v + i), hn::Mul(oneMinusBeta2, hn::Mul(slope, slope)));
      lanes.store(first, t.m + i);
      lanes.store(second, t.v + i);
      // Lanes after the end hold 0 / (0 + eps), or 0 / 0 when eps is 0.
      const auto update = lanes.keep(lambUpdate(weight, first, second, f));
      weights = hn::MulAdd(weight, weight, weights);
      updates = hn::MulAdd(update, update, updates);
    });
    HWY_ALIGN float parts[kLanes];
    hn::Store(weights, d, parts);
    for (std::int64_t i = 0; i < kLanes; ++i) norms.parameter += static_cast<double>(parts[i]);
    hn::Store(updates, d, parts);
    for (std::int64_t i = 0; i < kLanes; ++i) norms.update += static_cast<double>(parts[i]);
  }
}

void lambStep(const AdamTensor& t, const LambFactors& f, float stepSize, WorkRange range) {
  const auto size = hn::Set(F32(), stepSize);
  overVectors(range.begin, range.end, [&](std::int64_t i, auto lanes) HWY_ATTR {
    const auto weight = lanes.load(t.p + i);
    lanes.store(hn::NegMulAdd(size, lambUpdate(weight, lanes.load(t.m + i), lanes.load(t.v + i), f), weight), t.p + i);
  });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(lambMoments);
HWY_EXPORT(lambStep);

std::int64_t lambWorkspaceBytes(std::size_t tensors, int threads) {
  return static_cast<std::int64_t>(tensors * static_cast<std::size_t>(threads) * sizeof(LambNorms));
}

void lamb(std::span<const AdamTensor> tensors, double lr, std::int64_t step, const AdamOptions& options, int threads, double* workspace) {
  const double t = static_cast<double>(step);
  LambFactors factors;
  factors.oneMinusBeta1 = static_cast<float>(1.0 - options.beta1);
  factors.beta2 = static_cast<float>(options.beta2);
  factors.oneMinusBeta2 = static_cast<float>(1.0 - options.beta2);
  factors.correction1 = static_cast<float>(1.0 / (1.0 - std::pow(options.beta1, t)));
  factors.inverseRoot2 = static_cast<float>(1.0 / std::sqrt(1.0 - std::pow(options.beta2, t)));
  factors.eps = static_cast<float>(options.eps);
  factors.weightDecay = static_cast<float>(options.weightDecay);
  factors.clip = options.clip;

  auto* const norms = reinterpret_cast<LambNorms*>(workspace);
  const std::size_t each = static_cast<std::size_t>(threads);
  std::fill_n(norms, tensors.size() * each, LambNorms{});
  constexpr std::int64_t kGrain = 16, kBytes = 28;
  overTensors(tensors, kBytes, kGrain, threads, [&](const AdamTensor& tensor, std::size_t index, WorkRange range, int thread) {
    HWY_DYNAMIC_DISPATCH(lambMoments)(tensor, factors, range, norms[index * each + static_cast<std::size_t>(thread)]);
  });
  // Each tensor's ratio, in its first thread's place.
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    LambNorms sum;
    for (std::size_t thread = 0; thread < each; ++thread) {
      sum.parameter += norms[i * each + thread].parameter;
      sum.update += norms[i * each + thread].update;
    }
    norms[i * each].parameter = sum.parameter > 0 && sum.update > 0 ? std::sqrt(sum.parameter) / std::sqrt(sum.update) : 1.0;
  }
  overTensors(tensors, kBytes, kGrain, threads, [&](const AdamTensor& tensor, std::size_t index, WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(lambStep)(tensor, factors, static_cast<float>(lr * norms[index * each].parameter), range);
  });
}

}  // namespace stepscope::kernels
#endif
