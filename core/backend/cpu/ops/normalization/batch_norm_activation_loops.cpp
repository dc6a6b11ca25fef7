// The passes of a batch norm with an activation after it; see batch_norm_loops.h.
#include "core/backend/cpu/ops/normalization/batch_norm_loops.h"
#include "core/backend/cpu/simd/targets.h"
#include "core/base/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/normalization/batch_norm_activation_loops.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/elementwise/formulas-inl.h"
#include "core/backend/cpu/simd/channel_loops-inl.h"
#include "core/backend/cpu/simd/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

template <int kPatterns>
Patterns<kPatterns> patternsOf(const ChannelGroups& groups, SegmentRange range, const float* const (&values)[kPatterns]) {
  Patterns<kPatterns> patterns;
  const ChannelSegment segment = groups.segment(range.group, range.first);
  for (int k = 0; k < kPatterns; ++k) fillPattern(segment, values[k], patterns.values[k]);
  return patterns;
}

template <class T, class F>
void apply(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t) {
  const F f(t.function);
  const auto* x = static_cast<const T*>(t.x);
  auto* y = static_cast<T*>(t.out);
  overGroup<2, 0>(groups, range.group, range.first, range.last, patternsOf<2>(groups, range, {t.scale, t.offset}), nullptr,
                  [=](std::int64_t i, std::int64_t, auto lanes, const F32Vector* constants, F32Vector*)
                      HWY_ATTR { storeLanes(lanes, f.value(hn::MulAdd(loadLanes(lanes, x + i), constants[0], constants[1])), y + i); });
}

template <class T, class F, bool kKeep>
void gradSums(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t, const float* mean, double (*sums)[kPatternFloats]) {
  const F f(t.function);
  const auto *x = static_cast<const T*>(t.x), *dy = static_cast<const T*>(t.dy);
  [[maybe_unused]] auto* kept = static_cast<T*>(t.out);
  overGroup<3, 2>(groups, range.group, range.first, range.last, patternsOf<3>(groups, range, {t.scale, t.offset, mean}), sums,
                  [=](std::int64_t i, std::int64_t, auto lanes, const F32Vector* constants, F32Vector* sum) HWY_ATTR {
                    const auto in = loadLanes(lanes, x + i);
                    const auto g = hn::Mul(loadLanes(lanes, dy + i), f.slope(hn::MulAdd(in, constants[0], constants[1])));
                    if constexpr (kKeep) storeLanes(lanes, g, kept + i);
                    sum[0] = hn::Add(sum[0], g);
                    sum[1] = hn::MulAdd(g, hn::Sub(in, constants[2]), sum[1]);
                  });
}

template <class T, class F>
void gradApply(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t, const float* gradScale, const float* inputScale,
               const float* gradOffset) {
  const F f(t.function);
  const auto *x = static_cast<const T*>(t.x), *dy = static_cast<const T*>(t.dy);
  auto* dx = static_cast<T*>(t.out);
  overGroup<5, 0>(groups, range.group, range.first, range.last, patternsOf<5>(groups, range, {t.scale, t.offset, gradScale, inputScale, gradOffset}),
                  nullptr, [=](std::int64_t i, std::int64_t, auto lanes, const F32Vector* constants, F32Vector*) HWY_ATTR {
                    const auto in = loadLanes(lanes, x + i);
                    const auto g = hn::Mul(loadLanes(lanes, dy + i), f.slope(hn::MulAdd(in, constants[0], constants[1])));
                    storeLanes(lanes, hn::MulAdd(g, constants[2], hn::MulAdd(in, constants[3], constants[4])), dx + i);
                  });
}

// Calls body<T, F>() with the element type and the formula.
template <class Body>
void withFunction(const BatchNormActivation& t, const Body& body) {
  withStorage(t.storage, [&]<class T>(T*) {
    switch (t.function.formula) {
      case Formula::Clamp: return body.template operator()<T, formulas::WithAttributes<formulas::Clamp>>();
      case Formula::LeakyRelu: return body.template operator()<T, formulas::WithAttributes<formulas::LeakyRelu>>();
      case Formula::Gelu: return body.template operator()<T, formulas::WithAttributes<formulas::Gelu>>();
      case Formula::GeluTanh: return body.template operator()<T, formulas::WithAttributes<formulas::GeluTanh>>();
      case Formula::Silu: return body.template operator()<T, formulas::WithAttributes<formulas::Silu>>();
      case Formula::HardSwish: return body.template operator()<T, formulas::WithAttributes<formulas::HardSwish>>();
      default: break;
    }
    require(false, "a batch norm was given an activation that it cannot apply");
  });
}

}  // namespace

void activationApplyLoop(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t) {
  withFunction(t, [&]<class T, class F>() { apply<T, F>(groups, range, t); });
}
void activationGradSumsLoop(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t, const float* mean,
                            double (*sums)[kPatternFloats]) {
  withFunction(t, [&]<class T, class F>() {
    if (t.out) return gradSums<T, F, true>(groups, range, t, mean, sums);
    gradSums<T, F, false>(groups, range, t, mean, sums);
  });
}
void activationGradApplyLoop(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t, const float* gradScale,
                             const float* inputScale, const float* gradOffset) {
  withFunction(t, [&]<class T, class F>() { gradApply<T, F>(groups, range, t, gradScale, inputScale, gradOffset); });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(activationApplyLoop);
HWY_EXPORT(activationGradSumsLoop);
HWY_EXPORT(activationGradApplyLoop);

void batchNormActivationApply(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t) {
  HWY_DYNAMIC_DISPATCH(activationApplyLoop)(groups, range, t);
}

void batchNormActivationGradSums(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t, const float* mean,
                                 double (*sums)[ChannelGroups::kStrip]) {
  HWY_DYNAMIC_DISPATCH(activationGradSumsLoop)(groups, range, t, mean, sums);
}

void batchNormActivationGradApply(const ChannelGroups& groups, SegmentRange range, const BatchNormActivation& t, const float* gradScale,
                                  const float* inputScale, const float* gradOffset) {
  HWY_DYNAMIC_DISPATCH(activationGradApplyLoop)(groups, range, t, gradScale, inputScale, gradOffset);
}

}  // namespace stepscope::kernels
#endif
