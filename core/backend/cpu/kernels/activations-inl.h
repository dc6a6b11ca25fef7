// Activations of one f32 vector with their derivatives at the input, written once for kernels that apply them alone (unary.cpp) and for
// those that apply them on the way (batch_norm_activation_loops.cpp); once a target. A NaN stays a NaN in the value.
#if defined(STEPSCOPE_ACTIVATIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_ACTIVATIONS_INL_H
#undef STEPSCOPE_ACTIVATIONS_INL_H
#else
#define STEPSCOPE_ACTIVATIONS_INL_H
#endif

#include "core/backend/cpu/kernels/unary.h"
#include "core/backend/cpu/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

constexpr double kInverseSqrt2 = 0.70710678118654752440;
constexpr double kInverseSqrt2Pi = 0.39894228040143267794;
constexpr double kSqrt2OverPi = 0.79788456080286535588;
constexpr double kGeluCubic = 0.044715;

// AVX2 and better return the second operand of max and min when one is a NaN: the bound goes first, so that a NaN survives. Other targets
// promise nothing.
HWY_INLINE F32Vector clampTo(F32Vector x, F32Vector least, F32Vector greatest) {
  if constexpr (kMaskedMemory) return hn::Min(greatest, hn::Max(least, x));
  return hn::IfThenElse(hn::Gt(x, greatest), greatest, hn::IfThenElse(hn::Lt(x, least), least, x));
}

HWY_INLINE F32Vector hardSigmoidOf(F32Vector x) {
  return clampTo(hn::MulAdd(x, constant(1.0 / 6.0), constant(0.5)), constant(0.0), constant(1.0));
}

// 2 sqrt(2 / pi) (x + 0.044715 x^3)
HWY_INLINE F32Vector geluTwiceInner(F32Vector x) {
  const F32Vector cubic = hn::Mul(hn::Mul(x, x), x);
  return hn::Mul(constant(2.0 * kSqrt2OverPi), hn::MulAdd(constant(kGeluCubic), cubic, x));
}

HWY_INLINE F32Vector oneWhere(hn::Mask<F32> mask) {
  return hn::IfThenElseZero(mask, constant(1.0));
}

// Each: value(x) and slope(x), the derivative at the input.
struct ClampFunction {
  F32Vector least, greatest;
  HWY_INLINE explicit ClampFunction(const UnaryFunction& f) : least(hn::Set(F32(), f.a)), greatest(hn::Set(F32(), f.b)) {}
  HWY_INLINE F32Vector value(F32Vector x) const { return clampTo(x, least, greatest); }
  // Strictly between the bounds, so that it may be told from the value as well as from the input.
  HWY_INLINE F32Vector slope(F32Vector x) const { return oneWhere(hn::And(hn::Gt(x, least), hn::Lt(x, greatest))); }
};

struct LeakyReluFunction {
  F32Vector alpha;
  HWY_INLINE explicit LeakyReluFunction(const UnaryFunction& f) : alpha(hn::Set(F32(), f.a)) {}
  HWY_INLINE F32Vector value(F32Vector x) const { return hn::IfThenElse(hn::Gt(x, hn::Zero(F32())), x, hn::Mul(alpha, x)); }
  // As for the clamp: the value has the sign of the input.
  HWY_INLINE F32Vector slope(F32Vector x) const { return hn::IfThenElse(hn::Gt(x, hn::Zero(F32())), constant(1.0), alpha); }
};

struct GeluFunction {
  HWY_INLINE explicit GeluFunction(const UnaryFunction&) {}
  HWY_INLINE F32Vector value(F32Vector x) const {
    const F32Vector h = hn::Mul(constant(0.5), x);
    return hn::MulAdd(h, erfOf(hn::Mul(x, constant(kInverseSqrt2))), h);
  }
  HWY_INLINE F32Vector slope(F32Vector x) const {
    const F32Vector half = constant(0.5);
    const F32Vector cdf = hn::MulAdd(half, erfOf(hn::Mul(x, constant(kInverseSqrt2))), half);
    const F32Vector pdf = hn::Mul(constant(kInverseSqrt2Pi), expOfBounded(hn::Mul(hn::Mul(constant(-0.5), x), x)));
    return hn::MulAdd(x, pdf, cdf);
  }
};

struct GeluTanhFunction {
  HWY_INLINE explicit GeluTanhFunction(const UnaryFunction&) {}
  // (1 + tanh(u)) / 2 = sigmoid(2 u), which keeps its digits where the tanh is near -1.
  HWY_INLINE F32Vector value(F32Vector x) const { return hn::Mul(x, sigmoidOf(geluTwiceInner(x))); }
  HWY_INLINE F32Vector slope(F32Vector x) const {
    const F32Vector one = constant(1.0), s = sigmoidOf(geluTwiceInner(x));
    const F32Vector inner = hn::Mul(constant(2.0 * kSqrt2OverPi), hn::MulAdd(constant(3.0 * kGeluCubic), hn::Mul(x, x), one));
    return hn::MulAdd(hn::Mul(x, s), hn::Mul(hn::Sub(one, s), inner), s);
  }
};

struct SiluFunction {
  HWY_INLINE explicit SiluFunction(const UnaryFunction&) {}
  HWY_INLINE F32Vector value(F32Vector x) const { return hn::Mul(x, sigmoidOf(x)); }
  HWY_INLINE F32Vector slope(F32Vector x) const {
    const F32Vector one = constant(1.0), s = sigmoidOf(x);
    return hn::Mul(s, hn::MulAdd(x, hn::Sub(one, s), one));
  }
};

struct HardSwishFunction {
  HWY_INLINE explicit HardSwishFunction(const UnaryFunction&) {}
  HWY_INLINE F32Vector value(F32Vector x) const { return hn::Mul(x, hardSigmoidOf(x)); }
  HWY_INLINE F32Vector slope(F32Vector x) const {
    const F32Vector middle = hn::MulAdd(x, constant(1.0 / 3.0), constant(0.5));
    return hn::IfThenZeroElse(hn::Le(x, constant(-3.0)), hn::IfThenElse(hn::Ge(x, constant(3.0)), constant(1.0), middle));
  }
};

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
