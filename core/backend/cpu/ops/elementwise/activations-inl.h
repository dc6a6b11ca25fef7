// Activations of one f32 vector with their derivatives at the input, written once for kernels that apply them alone (unary.cpp) and for
// those that apply them on the way (batch_norm_activation_loops.cpp); once a target. A NaN stays a NaN in the value.
#if defined(STEPSCOPE_ACTIVATIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_ACTIVATIONS_INL_H
#undef STEPSCOPE_ACTIVATIONS_INL_H
#else
#define STEPSCOPE_ACTIVATIONS_INL_H
#endif

#include "core/backend/cpu/ops/elementwise/unary.h"
#include "core/backend/cpu/simd/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

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

// (Phi(x) - 1/2) / x and its twin for the slope Phi(x) + x phi(x) are smooth functions of x^2: minimax polynomials of 2 x^2 / limit^2 - 1,
// highest power first. Phi is right to 1.3e-7 and the slope to 3.2e-7, as what 1 + erf makes of f32, for half the arithmetic: no
// exponential and no division.
constexpr double kGeluValueLimit = 5.5, kGeluSlopeLimit = 5.75;
constexpr double kGeluValue[] = {5.380801401e-04,  -1.368830336e-03, 1.023837804e-03,  -1.229398029e-03, 4.236386255e-03,
                                 -7.674673937e-03, 1.046861780e-02,  -1.467136375e-02, 2.028798234e-02,  -2.611246919e-02,
                                 3.208174111e-02,  -3.878726677e-02, 4.773698974e-02,  -6.417247506e-02, 1.285519366e-01};
constexpr double kGeluSlope[] = {5.264942526e-03, -1.274756201e-02, 4.631713618e-03, 2.958599719e-04,  2.628074141e-02, -4.948903020e-02,
                                 4.741419777e-02, -5.206917053e-02, 6.754627950e-02, -7.264220033e-02, 6.718345288e-02, -5.921565579e-02,
                                 5.165777793e-02, -4.731489455e-02, 4.936931065e-02, -6.228100638e-02, 1.230718096e-01};

// Even and odd powers apart: two chains of half the length, since it is their latency that takes the time.
template <std::size_t kTerms>
HWY_INLINE F32Vector polynomialOf(F32Vector t, const double (&terms)[kTerms]) {
  static_assert(kTerms % 2 == 1, "an even highest power");
  const F32Vector square = hn::Mul(t, t);
  F32Vector even = constant(terms[0]), odd = constant(terms[1]);
  for (std::size_t k = 2; k + 1 < kTerms; k += 2) {
    even = hn::MulAdd(even, square, constant(terms[k]));
    odd = hn::MulAdd(odd, square, constant(terms[k + 1]));
  }
  return hn::MulAdd(odd, t, hn::MulAdd(even, square, constant(terms[kTerms - 1])));
}

struct GeluFunction {
  HWY_INLINE explicit GeluFunction(const UnaryFunction&) {}
  HWY_INLINE F32Vector value(F32Vector x) const {
    const F32Vector z = hn::Min(constant(kGeluValueLimit * kGeluValueLimit), hn::Mul(x, x));
    const F32Vector t = hn::MulSub(z, constant(2.0 / (kGeluValueLimit * kGeluValueLimit)), constant(1.0));
    // Beyond the limit the product with x grows on and the clamp takes it.
    const F32Vector cdf = hn::MulAdd(x, polynomialOf(t, kGeluValue), constant(0.5));
    return hn::Mul(x, clampTo(cdf, hn::Zero(F32()), constant(1.0)));
  }
  HWY_INLINE F32Vector slope(F32Vector x) const {
    const F32Vector c = clampTo(x, constant(-kGeluSlopeLimit), constant(kGeluSlopeLimit));
    const F32Vector t = hn::MulSub(hn::Mul(c, c), constant(2.0 / (kGeluSlopeLimit * kGeluSlopeLimit)), constant(1.0));
    return hn::MulAdd(c, polynomialOf(t, kGeluSlope), constant(0.5));
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
