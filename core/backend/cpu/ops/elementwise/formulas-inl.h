// The formulas of core/graph/formulas-inl.h on vectors of f32, compiled once per target. The value of NaN is NaN.
#include <cmath>

#if defined(STEPSCOPE_FORMULAS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_FORMULAS_INL_H
#undef STEPSCOPE_FORMULAS_INL_H
#else
#define STEPSCOPE_FORMULAS_INL_H
#endif

#include "core/backend/cpu/simd/vector_math-inl.h"
#include "core/graph/formula.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {
namespace formulas {

using Number = F32Vector;
using Comparison = hn::Mask<F32>;

HWY_INLINE Number number(double v) {
  return constant(v);
}
HWY_INLINE Number select(Comparison mask, Number x, Number y) {
  return hn::IfThenElse(mask, x, y);
}
HWY_INLINE Comparison both(Comparison m, Comparison n) {
  return hn::And(m, n);
}
HWY_INLINE Number mulAdd(Number x, Number y, Number z) {
  return hn::MulAdd(x, y, z);
}
HWY_INLINE Number negMulAdd(Number x, Number y, Number z) {
  return hn::NegMulAdd(x, y, z);
}
HWY_INLINE Number least(Number x, Number y) {
  return hn::Min(x, y);
}
HWY_INLINE Number greatest(Number x, Number y) {
  return hn::Max(x, y);
}
// On AVX2 and better, max and min return the second operand if one is NaN: with the bound as the first operand NaN is kept. On other targets the
// result is not defined.
HWY_INLINE Number clampTo(Number x, Number low, Number high) {
  if constexpr (kMaskedMemory) return hn::Min(high, hn::Max(low, x));
  return hn::IfThenElse(hn::Gt(x, high), high, hn::IfThenElse(hn::Lt(x, low), low, x));
}
HWY_INLINE Number positivePart(Number x) {
  return keepPositive(x);
}
HWY_INLINE Number negative(Number x) {
  return hn::Neg(x);
}
HWY_INLINE Number exponential(Number x) {
  return expOf(x);
}
HWY_INLINE Number logarithm(Number x) {
  return logOf(x);
}
HWY_INLINE Number squareRoot(Number x) {
  return hn::Sqrt(x);
}
HWY_INLINE Number errorFunction(Number x) {
  return erfOf(x);
}
HWY_INLINE Number roundDown(Number x) {
  return hn::Floor(x);
}
HWY_INLINE Number hyperbolicTangent(Number x) {
  return tanhOf(x);
}
HWY_INLINE Number logistic(Number x) {
  return sigmoidOf(x);
}

// For gelu: with f = Phi(x), or f = Phi(x) + x phi(x) (the slope), (f - 1/2) / x is a smooth function of x^2. These are minimax polynomials of it in
// 2 x^2 / limit^2 - 1, highest power first. The error of Phi is 1.3e-7 and that of the slope 3.2e-7, like 1 + erf in f32, with half the arithmetic:
// no exponential and no division.
constexpr double kGeluValueLimit = 5.5, kGeluSlopeLimit = 5.75;
constexpr double kGeluValue[] = {5.380801401e-04,  -1.368830336e-03, 1.023837804e-03,  -1.229398029e-03, 4.236386255e-03,
                                 -7.674673937e-03, 1.046861780e-02,  -1.467136375e-02, 2.028798234e-02,  -2.611246919e-02,
                                 3.208174111e-02,  -3.878726677e-02, 4.773698974e-02,  -6.417247506e-02, 1.285519366e-01};
constexpr double kGeluSlope[] = {5.264942526e-03, -1.274756201e-02, 4.631713618e-03, 2.958599719e-04,  2.628074141e-02, -4.948903020e-02,
                                 4.741419777e-02, -5.206917053e-02, 6.754627950e-02, -7.264220033e-02, 6.718345288e-02, -5.921565579e-02,
                                 5.165777793e-02, -4.731489455e-02, 4.936931065e-02, -6.228100638e-02, 1.230718096e-01};

// The polynomial, with even and odd powers separate: two chains of half the length, since latency takes most of the time.
template <std::size_t kTerms>
HWY_INLINE Number polynomialOf(Number t, const double (&terms)[kTerms]) {
  static_assert(kTerms % 2 == 1, "an even highest power");
  const Number square = hn::Mul(t, t);
  Number even = constant(terms[0]), odd = constant(terms[1]);
  for (std::size_t k = 2; k + 1 < kTerms; k += 2) {
    even = hn::MulAdd(even, square, constant(terms[k]));
    odd = hn::MulAdd(odd, square, constant(terms[k + 1]));
  }
  return hn::MulAdd(odd, t, hn::MulAdd(even, square, constant(terms[kTerms - 1])));
}

HWY_INLINE Number normalCdf(Number x) {
  const Number z = hn::Min(constant(kGeluValueLimit * kGeluValueLimit), hn::Mul(x, x));
  const Number t = hn::MulSub(z, constant(2.0 / (kGeluValueLimit * kGeluValueLimit)), constant(1.0));
  // Beyond the limit the polynomial is constant and its product with x keeps growing, so it is clamped.
  return clampTo(hn::MulAdd(x, polynomialOf(t, kGeluValue), constant(0.5)), hn::Zero(F32()), constant(1.0));
}
HWY_INLINE Number geluSlope(Number x) {
  const Number c = clampTo(x, constant(-kGeluSlopeLimit), constant(kGeluSlopeLimit));
  const Number t = hn::MulSub(hn::Mul(c, c), constant(2.0 / (kGeluSlopeLimit * kGeluSlopeLimit)), constant(1.0));
  return hn::MulAdd(c, polynomialOf(t, kGeluSlope), constant(0.5));
}

// Calls one(x, y) for one lane after another. power() uses it for the C library's pow, because of the many special cases; only common exponents that
// are equal in the whole vector are computed as vectors.
template <class One>
HWY_INLINE Number lanewise(Number x, Number y, const One& one) {
  HWY_ALIGN float xs[kLanes], ys[kLanes];
  hn::Store(x, F32(), xs);
  hn::Store(y, F32(), ys);
  for (std::int64_t i = 0; i < kLanes; ++i) xs[i] = one(xs[i], ys[i]);
  return hn::Load(F32(), xs);
}
HWY_INLINE Number power(Number x, Number y) {
  const float first = hn::GetLane(y);
  if (hn::AllTrue(F32(), hn::Eq(y, hn::Set(F32(), first)))) {
    if (first == 1.0f) return x;
    if (first == 2.0f) return hn::Mul(x, x);
    if (first == 3.0f) return hn::Mul(hn::Mul(x, x), x);
    if (first == -1.0f) return hn::Div(hn::Set(F32(), 1.0f), x);
  }
  return lanewise(x, y, [](float base, float exponent) { return std::pow(base, exponent); });
}
HWY_INLINE Number powerTimesLog(Number x, Number y) {
  return lanewise(x, y, [](float base, float exponent) { return std::pow(base, exponent) * std::log(base); });
}

#define FORMULA HWY_INLINE
#include "core/graph/formulas-inl.h"
#undef FORMULA

// A formula of one operand with its attributes. slope() is the derivative, computed from the value that the gradient keeps.
template <class F>
struct WithAttributes {
  Number a, b;
  HWY_INLINE explicit WithAttributes(const FormulaUse& use) : a(hn::Set(F32(), use.a)), b(hn::Set(F32(), use.b)) {}
  HWY_INLINE Number value(Number x) const { return F::value(x, a, b); }
  HWY_INLINE Number slope(Number kept) const { return F::slope(kept, a, b); }
};

}  // namespace formulas
}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
