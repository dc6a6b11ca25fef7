// Gradients through the gates of LSTM and GRU. Included once per target, like vector_math-inl.h.
#if defined(STEPSCOPE_RECURRENT_SLOPES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_RECURRENT_SLOPES_INL_H
#undef STEPSCOPE_RECURRENT_SLOPES_INL_H
#else
#define STEPSCOPE_RECURRENT_SLOPES_INL_H
#endif

#include "core/backend/cpu/simd/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// slope * y * (1 - y) and slope * (1 - y * y): the gradient through a sigmoid or tanh with value y.
HWY_INLINE F32Vector throughSigmoid(F32Vector slope, F32Vector y) {
  return hn::Mul(slope, hn::NegMulAdd(y, y, y));
}
HWY_INLINE F32Vector throughTanh(F32Vector slope, F32Vector y) {
  return hn::NegMulAdd(hn::Mul(y, y), slope, slope);
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
