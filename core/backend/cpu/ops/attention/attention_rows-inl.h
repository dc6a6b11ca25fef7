// Functions on rows of attention scores, compiled once per target.
#if defined(STEPSCOPE_ATTENTION_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_ATTENTION_ROWS_INL_H
#undef STEPSCOPE_ATTENTION_ROWS_INL_H
#else
#define STEPSCOPE_ATTENTION_ROWS_INL_H
#endif

#include <hwy/contrib/math/math-inl.h>

#include <cmath>

#include "core/backend/cpu/ops/attention/attention.h"
#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// scores[j] = scale * scores[j], or -infinity if the key is masked. Returns the largest. `*broken` becomes NaN if a score is not finite.
HWY_INLINE float scaleRow(float* scores, std::int64_t seen, float scale, const float* bias, F32Vector* broken) {
  const F32 d;
  auto largest = hn::Set(d, -HUGE_VALF);
  const auto factor = hn::Set(d, scale);
  overVectors(0, seen, [&](std::int64_t j, auto lanes) HWY_ATTR {
    auto s = hn::Mul(lanes.load(scores + j), factor);
    *broken = hn::Add(*broken, hn::Sub(s, s));
    if (bias) s = hn::Add(s, lanes.load(bias + j));
    lanes.store(s, scores + j);
    if constexpr (std::is_same_v<decltype(lanes), FirstLanes>)
      s = hn::IfThenElse(hn::FirstN(d, static_cast<std::size_t>(lanes.lanes)), s, hn::Set(d, -HUGE_VALF));
    largest = hn::Max(largest, s);
  });
  return hn::GetLane(hn::MaxOfLanes(d, largest));
}

// p[j] = exp(p[j] - shift) for the visible keys, zeros up to `width`; returns the sum.
HWY_INLINE float exponentials(float* p, std::int64_t seen, std::int64_t width, float shift) {
  const F32 d;
  const auto s = hn::Set(d, shift);
  auto total = hn::Zero(d);
  overVectors(0, seen, [&](std::int64_t j, auto lanes) HWY_ATTR {
    const auto e = lanes.keep(hn::Exp(d, hn::Sub(lanes.load(p + j), s)));
    total = hn::Add(total, e);
    lanes.store(e, p + j);
  });
  std::fill(p + seen, p + width, 0.0f);
  return sumOfLanes(total);
}

HWY_INLINE std::int64_t seenBy(const AttentionShape& s, std::int64_t query) {
  return s.causal ? std::min(query + 1, s.keys) : s.keys;
}

void maskBias(const std::uint8_t* mask, std::int64_t keys, float* bias) {
  for (std::int64_t j = 0; j < keys; ++j) bias[j] = mask[j] ? 0.0f : -HUGE_VALF;
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
