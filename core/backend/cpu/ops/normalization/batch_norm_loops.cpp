#include "core/backend/cpu/ops/normalization/batch_norm_loops.h"

#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/normalization/batch_norm_loops.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/channel_loops-inl.h"
#include "core/backend/cpu/simd/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

enum class Relu { None, Plain, Masked };  // Masked: with a bit mask; Plain: without one, backward by y > 0

template <class T, Relu kRelu, bool kResidual>
void apply(const ChannelGroups& groups, SegmentRange range, const BatchNormApply& t, const Patterns<2>& patterns) {
  const auto* x = static_cast<const T*>(t.x);
  const auto* residual = static_cast<const T*>(t.residual);
  auto* y = static_cast<T*>(t.y);
  std::uint8_t* mask = t.mask;
  overGroup<2, 0>(groups, range.group, range.first, range.last, patterns, nullptr,
                  [=](std::int64_t i, std::int64_t m, auto lanes, const F32Vector* constants, F32Vector*) HWY_ATTR {
                    auto v = hn::MulAdd(loadLanes(lanes, x + i), constants[0], constants[1]);
                    if constexpr (kResidual) v = hn::Add(v, loadLanes(lanes, residual + i));
                    if constexpr (kRelu == Relu::Masked) storeMask(hn::Gt(v, hn::Zero(F32())), mask + m / kMaskElementsPerByte, lanes.count());
                    if constexpr (kRelu != Relu::None) v = keepPositive(v);
                    storeLanes(lanes, v, y + i);
                  });
}

// The gradient `g` after the relu.
template <Relu kRelu, class T, class Lanes>
HWY_INLINE F32Vector masked(F32Vector g, const T* y, const std::uint8_t* mask, std::int64_t i, std::int64_t m, Lanes lanes) {
  if constexpr (kRelu == Relu::Masked) return hn::IfThenElseZero(loadMask(mask + m / kMaskElementsPerByte, lanes.count()), g);
  if constexpr (kRelu == Relu::Plain) return hn::IfThenElseZero(hn::Gt(loadLanes(lanes, y + i), hn::Zero(F32())), g);
  return g;
}

// A source of dy: one gradient, or the sum of two.
template <class T>
struct OneGradient {
  const T* dy;
  template <class Lanes>
  HWY_INLINE F32Vector load(std::int64_t i, Lanes lanes) const {
    return loadLanes(lanes, dy + i);
  }
};
template <class T>
struct TwoGradients {
  const T *dy, *other;
  template <class Lanes>
  HWY_INLINE F32Vector load(std::int64_t i, Lanes lanes) const {
    return hn::Add(loadLanes(lanes, dy + i), loadLanes(lanes, other + i));
  }
};

template <class T, Relu kRelu, bool kResidual, class Gradient>
void gradSums(const ChannelGroups& groups, SegmentRange range, const BatchNormGradSums& t, Gradient dy, const Patterns<1>& patterns,
              double (*sums)[kPatternFloats]) {
  const auto *x = static_cast<const T*>(t.x), *y = static_cast<const T*>(t.y);
  auto* dresidual = static_cast<T*>(t.dresidual);
  const std::uint8_t* mask = t.mask;
  overGroup<1, 2>(groups, range.group, range.first, range.last, patterns, sums,
                  [=](std::int64_t i, std::int64_t m, auto lanes, const F32Vector* constants, F32Vector* sum) HWY_ATTR {
                    const auto g = masked<kRelu>(dy.load(i, lanes), y, mask, i, m, lanes);
                    if constexpr (kResidual) storeLanes(lanes, g, dresidual + i);
                    sum[0] = hn::Add(sum[0], g);
                    sum[1] = hn::MulAdd(g, hn::Sub(loadLanes(lanes, x + i), constants[0]), sum[1]);
                  });
}

template <class T, Relu kRelu>
void gradApply(const ChannelGroups& groups, SegmentRange range, const BatchNormGradApply& t, const Patterns<3>& patterns) {
  const auto *x = static_cast<const T*>(t.x), *dy = static_cast<const T*>(t.dy), *y = static_cast<const T*>(t.y);
  auto* dx = static_cast<T*>(t.dx);
  const std::uint8_t* mask = t.mask;
  overGroup<3, 0>(groups, range.group, range.first, range.last, patterns, nullptr,
                  [=](std::int64_t i, std::int64_t m, auto lanes, const F32Vector* constants, F32Vector*) HWY_ATTR {
                    const auto g = masked<kRelu>(loadLanes(lanes, dy + i), y, mask, i, m, lanes);
                    storeLanes(lanes, hn::MulAdd(g, constants[0], hn::MulAdd(loadLanes(lanes, x + i), constants[1], constants[2])), dx + i);
                  });
}

template <class T>
void moments(const ChannelGroups& groups, SegmentRange range, const T* x, const float* shift, double (*sums)[kPatternFloats]) {
  Patterns<1> patterns;
  fillPattern(groups.segment(range.group, range.first), shift, patterns.values[0]);
  overGroup<1, 2>(groups, range.group, range.first, range.last, patterns, sums,
                  [=](std::int64_t i, std::int64_t, auto lanes, const F32Vector* constants, F32Vector* sum) HWY_ATTR {
                    const auto v = lanes.keep(hn::Sub(loadLanes(lanes, x + i), constants[0]));
                    sum[0] = hn::Add(sum[0], v);
                    sum[1] = hn::MulAdd(v, v, sum[1]);
                  });
}

template <class T>
void applyAs(const ChannelGroups& groups, SegmentRange range, const BatchNormApply& t, const float* scale, const float* offset) {
  Patterns<2> patterns;
  const ChannelSegment segment = groups.segment(range.group, range.first);
  fillPattern(segment, scale, patterns.values[0]);
  fillPattern(segment, offset, patterns.values[1]);
  if (t.residual) {
    if (!t.relu) return apply<T, Relu::None, true>(groups, range, t, patterns);
    if (t.mask) return apply<T, Relu::Masked, true>(groups, range, t, patterns);
    return apply<T, Relu::Plain, true>(groups, range, t, patterns);
  }
  if (!t.relu) return apply<T, Relu::None, false>(groups, range, t, patterns);
  if (t.mask) return apply<T, Relu::Masked, false>(groups, range, t, patterns);
  apply<T, Relu::Plain, false>(groups, range, t, patterns);
}

template <class T>
void gradSumsAs(const ChannelGroups& groups, SegmentRange range, const BatchNormGradSums& t, const float* mean, double (*sums)[kPatternFloats]) {
  Patterns<1> patterns;
  fillPattern(groups.segment(range.group, range.first), mean, patterns.values[0]);
  const OneGradient<T> dy{static_cast<const T*>(t.dy)};
  if (t.dresidual) {
    if (t.dyOther) {
      const TwoGradients<T> both{dy.dy, static_cast<const T*>(t.dyOther)};
      if (!t.relu) return gradSums<T, Relu::None, true>(groups, range, t, both, patterns, sums);
      if (t.mask) return gradSums<T, Relu::Masked, true>(groups, range, t, both, patterns, sums);
      return gradSums<T, Relu::Plain, true>(groups, range, t, both, patterns, sums);
    }
    if (!t.relu) return gradSums<T, Relu::None, true>(groups, range, t, dy, patterns, sums);
    if (t.mask) return gradSums<T, Relu::Masked, true>(groups, range, t, dy, patterns, sums);
    return gradSums<T, Relu::Plain, true>(groups, range, t, dy, patterns, sums);
  }
  if (!t.relu) return gradSums<T, Relu::None, false>(groups, range, t, dy, patterns, sums);
  if (t.mask) return gradSums<T, Relu::Masked, false>(groups, range, t, dy, patterns, sums);
  gradSums<T, Relu::Plain, false>(groups, range, t, dy, patterns, sums);
}

template <class T>
void gradApplyAs(const ChannelGroups& groups, SegmentRange range, const BatchNormGradApply& t, const float* gradScale, const float* inputScale,
                 const float* offset) {
  Patterns<3> patterns;
  const ChannelSegment segment = groups.segment(range.group, range.first);
  fillPattern(segment, gradScale, patterns.values[0]);
  fillPattern(segment, inputScale, patterns.values[1]);
  fillPattern(segment, offset, patterns.values[2]);
  if (!t.relu) return gradApply<T, Relu::None>(groups, range, t, patterns);
  if (t.mask) return gradApply<T, Relu::Masked>(groups, range, t, patterns);
  gradApply<T, Relu::Plain>(groups, range, t, patterns);
}

}  // namespace

void momentsLoop(const ChannelGroups& groups, SegmentRange range, const void* x, const float* shift, double (*sums)[kPatternFloats],
                 Storage storage) {
  withStorage(storage, [&]<class T>(T*) { moments(groups, range, static_cast<const T*>(x), shift, sums); });
}
void applyLoop(const ChannelGroups& groups, SegmentRange range, const BatchNormApply& t, const float* scale, const float* offset) {
  withStorage(t.storage, [&]<class T>(T*) { applyAs<T>(groups, range, t, scale, offset); });
}
void gradSumsLoop(const ChannelGroups& groups, SegmentRange range, const BatchNormGradSums& t, const float* mean, double (*sums)[kPatternFloats]) {
  withStorage(t.storage, [&]<class T>(T*) { gradSumsAs<T>(groups, range, t, mean, sums); });
}
void gradApplyLoop(const ChannelGroups& groups, SegmentRange range, const BatchNormGradApply& t, const float* gradScale, const float* inputScale,
                   const float* offset) {
  withStorage(t.storage, [&]<class T>(T*) { gradApplyAs<T>(groups, range, t, gradScale, inputScale, offset); });
}

std::int64_t maskElementsPerByte() {
  return kMaskElementsPerByte;
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(momentsLoop);
HWY_EXPORT(applyLoop);
HWY_EXPORT(gradSumsLoop);
HWY_EXPORT(gradApplyLoop);
HWY_EXPORT(maskElementsPerByte);

void batchNormMoments(const ChannelGroups& groups, SegmentRange range, const void* x, const float* shift, double (*sums)[ChannelGroups::kStrip],
                      Storage storage) {
  HWY_DYNAMIC_DISPATCH(momentsLoop)(groups, range, x, shift, sums, storage);
}

void batchNormApply(const ChannelGroups& groups, SegmentRange range, const BatchNormApply& tensors, const float* scale, const float* offset) {
  HWY_DYNAMIC_DISPATCH(applyLoop)(groups, range, tensors, scale, offset);
}

void batchNormGradSums(const ChannelGroups& groups, SegmentRange range, const BatchNormGradSums& tensors, const float* mean,
                       double (*sums)[ChannelGroups::kStrip]) {
  HWY_DYNAMIC_DISPATCH(gradSumsLoop)(groups, range, tensors, mean, sums);
}

void batchNormGradApply(const ChannelGroups& groups, SegmentRange range, const BatchNormGradApply& tensors, const float* gradScale,
                        const float* inputScale, const float* offset) {
  HWY_DYNAMIC_DISPATCH(gradApplyLoop)(groups, range, tensors, gradScale, inputScale, offset);
}

std::int64_t batchNormMaskElementsPerByte() {
  return HWY_DYNAMIC_DISPATCH(maskElementsPerByte)();
}

}  // namespace stepscope::kernels
#endif
