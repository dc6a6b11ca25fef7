// Functions of one f32 vector, included once per target: relative error of at most a few 1e-7 (measured by
// tests/core/backend/cpu/ops/elementwise/unary_test.cpp), NaN stays NaN. Exponential and logarithms are those of Highway, made safe outside their
// stated ranges; erf and tanh are the rational approximations of XLA (xla/service/elemental_ir_emitter.cc, ErfImpl32) and Eigen
// (generic_fast_tanh_float), which cost less than formulas with exp.
#include <cmath>

#if defined(STEPSCOPE_VECTOR_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_VECTOR_MATH_INL_H
#undef STEPSCOPE_VECTOR_MATH_INL_H
#else
#define STEPSCOPE_VECTOR_MATH_INL_H
#endif

#include <hwy/contrib/math/math-inl.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

HWY_INLINE F32Vector constant(double v) {
  return hn::Set(F32(), static_cast<float>(v));
}

// `result` if x is a number, else x.
HWY_INLINE F32Vector keepNaN(F32Vector x, F32Vector result) {
  return hn::IfThenElse(hn::Eq(x, x), result, x);
}

// exp(x): 0 below -104, infinity above 88.7.
HWY_INLINE F32Vector expOf(F32Vector x) {
  return keepNaN(x, hn::Exp(F32(), hn::Min(x, constant(104.0))));
}

// exp(x) for x of at most 104; if x is NaN, the result is not defined.
HWY_INLINE F32Vector expOfBounded(F32Vector x) {
  return hn::Exp(F32(), x);
}

// exp(x) - 1 for x <= 0.
HWY_INLINE F32Vector expm1OfNegative(F32Vector x) {
  // Highway's valid range ends at -104; at -60 the result is already -1.
  return hn::Expm1(F32(), hn::Max(x, constant(-60.0)));
}

// log(x): -infinity at 0, NaN below.
HWY_INLINE F32Vector logOf(F32Vector x) {
  const auto zero = hn::Zero(F32());
  const auto infinity = constant(static_cast<double>(HUGE_VALF));
  const auto finite = hn::Log(F32(), x);
  auto result = hn::IfThenElse(hn::Eq(x, infinity), infinity, finite);
  result = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(infinity), result);
  result = hn::IfThenElse(hn::Lt(x, zero), hn::Set(F32(), std::nanf("")), result);
  return keepNaN(x, result);
}

// log(1 + exp(-|x|)), in (0, log 2].
HWY_INLINE F32Vector log1pExpOfMinusAbs(F32Vector x) {
  return hn::Log1p(F32(), expOfBounded(hn::Neg(hn::Abs(x))));
}

HWY_INLINE F32Vector sigmoidOf(F32Vector x) {
  const auto one = constant(1.0);
  // If exp overflows to infinity, 1 / infinity is 0, the right limit.
  return hn::Div(one, hn::Add(one, expOf(hn::Neg(x))));
}

HWY_INLINE F32Vector tanhOf(F32Vector x) {
  const auto limit = constant(7.90531110763549805);
  const auto c = hn::Min(hn::Max(x, hn::Neg(limit)), limit);
  const auto z = hn::Mul(c, c);
  auto p = constant(-2.76076847742355e-16);
  p = hn::MulAdd(p, z, constant(2.00018790482477e-13));
  p = hn::MulAdd(p, z, constant(-8.60467152213735e-11));
  p = hn::MulAdd(p, z, constant(5.12229709037114e-08));
  p = hn::MulAdd(p, z, constant(1.48572235717979e-05));
  p = hn::MulAdd(p, z, constant(6.37261928875436e-04));
  p = hn::MulAdd(p, z, constant(4.89352455891786e-03));
  auto q = constant(1.19825839466702e-06);
  q = hn::MulAdd(q, z, constant(1.18534705686654e-04));
  q = hn::MulAdd(q, z, constant(2.26843463243900e-03));
  q = hn::MulAdd(q, z, constant(4.89352518554385e-03));
  const auto t = hn::Div(hn::Mul(c, p), q);
  return keepNaN(x, hn::IfThenElse(hn::Lt(hn::Abs(x), constant(4e-4)), x, t));
}

HWY_INLINE F32Vector erfOf(F32Vector x) {
  const auto limit = constant(3.832506856900711);
  const auto c = hn::Min(hn::Max(x, hn::Neg(limit)), limit);
  const auto z = hn::Mul(c, c);
  auto p = constant(2.2905065861350646e-4);
  p = hn::MulAdd(p, z, constant(3.4082910107109506e-3));
  p = hn::MulAdd(p, z, constant(5.0955695062380861e-2));
  p = hn::MulAdd(p, z, constant(1.8520832239976145e-1));
  p = hn::MulAdd(p, z, constant(1.128379143519084));
  auto q = constant(-1.1791602954361697e-7);
  q = hn::MulAdd(q, z, constant(2.3547966471313185e-5));
  q = hn::MulAdd(q, z, constant(1.0179625278914885e-3));
  q = hn::MulAdd(q, z, constant(1.4070470171167667e-2));
  q = hn::MulAdd(q, z, constant(1.1098505178285362e-1));
  q = hn::MulAdd(q, z, constant(4.9746925110067538e-1));
  q = hn::MulAdd(q, z, constant(1.0));
  const auto one = constant(1.0);
  const auto e = hn::Min(hn::Max(hn::Div(hn::Mul(c, p), q), hn::Neg(one)), one);
  return keepNaN(x, e);
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
