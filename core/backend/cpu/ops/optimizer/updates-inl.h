// The update rules of core/graph/updates-inl.h on vectors of f32, compiled once per target.
#include <cmath>

#include "core/backend/cpu/ops/elementwise/formulas-inl.h"
#include "core/backend/cpu/ops/optimizer/optimizer.h"

#if defined(STEPSCOPE_UPDATES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_UPDATES_INL_H
#undef STEPSCOPE_UPDATES_INL_H
#else
#define STEPSCOPE_UPDATES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {
namespace updates {

using namespace formulas;

#define FORMULA HWY_INLINE
#include "core/graph/updates-inl.h"
#undef FORMULA

HWY_INLINE Number clipped(Number gradient, const GradientClip& clip) {
  return clampTo(gradient * number(clip.scale), number(-clip.limit), number(clip.limit));
}

}  // namespace updates
}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
