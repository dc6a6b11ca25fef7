// A gradient as the optimizer's formulas take it, once a target (hence the toggling guard).
#include "core/backend/cpu/ops/optimizer/optimizer.h"
#include "core/backend/cpu/simd/simd-inl.h"

#if defined(STEPSCOPE_GRADIENT_CLIP_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_GRADIENT_CLIP_INL_H
#undef STEPSCOPE_GRADIENT_CLIP_INL_H
#else
#define STEPSCOPE_GRADIENT_CLIP_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

struct Clip {
  explicit HWY_INLINE Clip(const GradientClip& clip) : scale(hn::Set(F32(), clip.scale)), limit(hn::Set(F32(), clip.limit)) {}
  // Compared, not clamped: every comparison with a NaN is false, so it passes through and shows itself.
  HWY_INLINE F32Vector operator()(F32Vector gradient) const {
    const auto scaled = hn::Mul(gradient, scale);
    return hn::IfThenElse(hn::Gt(hn::Abs(scaled), limit), hn::CopySign(limit, scaled), scaled);
  }
  F32Vector scale, limit;
};

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
