#include "core/backend/cpu/kernels/unary.h"

#include <algorithm>
#include <cmath>

#include "core/backend/cpu/kernels/parallel.h"
#include "core/backend/cpu/kernels/targets.h"
#include "core/base/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/kernels/unary.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

using V = F32Vector;

constexpr double kInverseSqrt2 = 0.70710678118654752440;
constexpr double kInverseSqrt2Pi = 0.39894228040143267794;
constexpr double kSqrt2OverPi = 0.79788456080286535588;
constexpr double kGeluCubic = 0.044715;

// One vector in, one out. The compiler sees each function alone in its loop.
template <class F>
HWY_INLINE void map(const float* x, float* y, WorkRange range, const F& f) {
  overVectors(range.begin, range.end, [&](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(f(lanes.load(x + i)), y + i); });
}
template <class F>
HWY_INLINE void mapGrad(const float* dy, const float* kept, float* dx, WorkRange range, const F& f) {
  overVectors(range.begin, range.end,
              [&](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Mul(lanes.load(dy + i), f(lanes.load(kept + i))), dx + i); });
}

// AVX2 and better return the second operand of max and min when one is a NaN: the bound goes first, so that a NaN survives. Other targets
// promise nothing.
HWY_INLINE V clampTo(V x, V least, V greatest) {
  if constexpr (kMaskedMemory) return hn::Min(greatest, hn::Max(least, x));
  return hn::IfThenElse(hn::Gt(x, greatest), greatest, hn::IfThenElse(hn::Lt(x, least), least, x));
}

HWY_INLINE V hardSigmoidOf(V x) {
  return clampTo(hn::MulAdd(x, constant(1.0 / 6.0), constant(0.5)), constant(0.0), constant(1.0));
}

// 2 sqrt(2 / pi) (x + 0.044715 x^3)
HWY_INLINE V geluTwiceInner(V x) {
  const V cubic = hn::Mul(hn::Mul(x, x), x);
  return hn::Mul(constant(2.0 * kSqrt2OverPi), hn::MulAdd(constant(kGeluCubic), cubic, x));
}

HWY_INLINE V oneWhere(hn::Mask<F32> mask) {
  return hn::IfThenElseZero(mask, constant(1.0));
}

}  // namespace

void unaryRange(const UnaryFunction& function, const float* x, float* y, WorkRange range) {
  const V a = hn::Set(F32(), function.a), b = hn::Set(F32(), function.b);
  const V half = constant(0.5), zero = hn::Zero(F32());
  switch (function.kind) {
    case Unary::Clamp:
      return map(x, y, range, [=](V v) HWY_ATTR { return clampTo(v, a, b); });
    case Unary::LeakyRelu:
      return map(x, y, range, [=](V v) HWY_ATTR { return hn::IfThenElse(hn::Gt(v, zero), v, hn::Mul(a, v)); });
    case Unary::Elu:
      return map(x, y, range, [=](V v) HWY_ATTR {
        return keepNaN(v, hn::IfThenElse(hn::Gt(v, zero), v, hn::Mul(a, expm1OfNegative(hn::Min(v, zero)))));
      });
    case Unary::Gelu:
      return map(x, y, range, [=](V v) HWY_ATTR {
        const V h = hn::Mul(half, v);
        return hn::MulAdd(h, erfOf(hn::Mul(v, constant(kInverseSqrt2))), h);
      });
    case Unary::GeluTanh:
      // (1 + tanh(u)) / 2 = sigmoid(2 u), which keeps its digits where the tanh is near -1.
      return map(x, y, range, [=](V v) HWY_ATTR { return hn::Mul(v, sigmoidOf(geluTwiceInner(v))); });
    case Unary::Silu:
      return map(x, y, range, [=](V v) HWY_ATTR { return hn::Mul(v, sigmoidOf(v)); });
    case Unary::Sigmoid:
      return map(x, y, range, [=](V v) HWY_ATTR { return sigmoidOf(v); });
    case Unary::Tanh:
      return map(x, y, range, [=](V v) HWY_ATTR { return tanhOf(v); });
    case Unary::HardSwish:
      return map(x, y, range, [=](V v) HWY_ATTR { return hn::Mul(v, hardSigmoidOf(v)); });
    case Unary::HardSigmoid:
      return map(x, y, range, [=](V v) HWY_ATTR { return hardSigmoidOf(v); });
    case Unary::Softplus: {
      const V inverse = hn::Set(F32(), 1.0f / function.a);
      return map(x, y, range, [=](V v) HWY_ATTR {
        const V z = hn::Mul(a, v);
        const V soft = hn::Mul(inverse, hn::Add(hn::Max(zero, z), log1pExpOfMinusAbs(z)));
        return keepNaN(v, hn::IfThenElse(hn::Gt(z, b), v, soft));
      });
    }
    case Unary::Neg:
      return map(x, y, range, [=](V v) HWY_ATTR { return hn::Neg(v); });
    case Unary::Exp:
      return map(x, y, range, [=](V v) HWY_ATTR { return expOf(v); });
    case Unary::Log:
      return map(x, y, range, [=](V v) HWY_ATTR { return logOf(v); });
    case Unary::Sqrt:
      return map(x, y, range, [=](V v) HWY_ATTR { return hn::Sqrt(v); });
  }
}

void unaryGradRange(const UnaryFunction& function, const float* dy, const float* kept, float* dx, WorkRange range) {
  const V a = hn::Set(F32(), function.a), b = hn::Set(F32(), function.b);
  const V half = constant(0.5), one = constant(1.0), zero = hn::Zero(F32());
  switch (function.kind) {
    case Unary::Clamp:
      return mapGrad(dy, kept, dx, range, [=](V y) HWY_ATTR { return oneWhere(hn::And(hn::Gt(y, a), hn::Lt(y, b))); });
    case Unary::LeakyRelu:
      return mapGrad(dy, kept, dx, range, [=](V y) HWY_ATTR { return hn::IfThenElse(hn::Gt(y, zero), one, a); });
    case Unary::Elu:
      return mapGrad(dy, kept, dx, range, [=](V y) HWY_ATTR { return hn::IfThenElse(hn::Gt(y, zero), one, hn::Add(y, a)); });
    case Unary::Gelu:
      return mapGrad(dy, kept, dx, range, [=](V x) HWY_ATTR {
        const V cdf = hn::MulAdd(half, erfOf(hn::Mul(x, constant(kInverseSqrt2))), half);
        const V pdf = hn::Mul(constant(kInverseSqrt2Pi), expOfBounded(hn::Mul(hn::Mul(constant(-0.5), x), x)));
        return hn::MulAdd(x, pdf, cdf);
      });
    case Unary::GeluTanh:
      return mapGrad(dy, kept, dx, range, [=](V x) HWY_ATTR {
        const V s = sigmoidOf(geluTwiceInner(x));
        const V inner = hn::Mul(constant(2.0 * kSqrt2OverPi), hn::MulAdd(constant(3.0 * kGeluCubic), hn::Mul(x, x), one));
        return hn::MulAdd(hn::Mul(x, s), hn::Mul(hn::Sub(one, s), inner), s);
      });
    case Unary::Silu:
      return mapGrad(dy, kept, dx, range, [=](V x) HWY_ATTR {
        const V s = sigmoidOf(x);
        return hn::Mul(s, hn::MulAdd(x, hn::Sub(one, s), one));
      });
    case Unary::Sigmoid:
      return mapGrad(dy, kept, dx, range, [=](V y) HWY_ATTR { return hn::Mul(y, hn::Sub(one, y)); });
    case Unary::Tanh:
      return mapGrad(dy, kept, dx, range, [=](V y) HWY_ATTR { return hn::NegMulAdd(y, y, one); });
    case Unary::HardSwish:
      return mapGrad(dy, kept, dx, range, [=](V x) HWY_ATTR {
        const V middle = hn::MulAdd(x, constant(1.0 / 3.0), half);
        return hn::IfThenZeroElse(hn::Le(x, constant(-3.0)), hn::IfThenElse(hn::Ge(x, constant(3.0)), one, middle));
      });
    case Unary::HardSigmoid:
      return mapGrad(dy, kept, dx, range,
                     [=](V y) HWY_ATTR { return hn::IfThenElseZero(hn::And(hn::Gt(y, zero), hn::Lt(y, one)), constant(1.0 / 6.0)); });
    case Unary::Softplus:
      return mapGrad(dy, kept, dx, range, [=](V x) HWY_ATTR {
        const V z = hn::Mul(a, x);
        return hn::IfThenElse(hn::Gt(z, b), one, sigmoidOf(z));
      });
    case Unary::Sqrt:
      return mapGrad(dy, kept, dx, range, [=](V y) HWY_ATTR { return hn::Div(half, y); });
    case Unary::Neg:
    case Unary::Exp:
    case Unary::Log:
      return;  // refused before
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(unaryRange);
HWY_EXPORT(unaryGradRange);

namespace {

// Bytes whose move takes as long as an element: a function with an exponential is worth a second thread sooner.
std::int64_t bytesLike(const UnaryFunction& function) {
  switch (function.kind) {
    case Unary::Clamp:
    case Unary::LeakyRelu:
    case Unary::Neg:
    case Unary::HardSwish:
    case Unary::HardSigmoid:
      return 8;
    default:
      return 24;
  }
}

}  // namespace

bool keepsZero(const UnaryFunction& function) {
  switch (function.kind) {
    case Unary::Clamp:
      return function.a <= 0 && function.b >= 0;
    case Unary::Sigmoid:
    case Unary::HardSigmoid:
    case Unary::Softplus:
    case Unary::Exp:
    case Unary::Log:
      return false;
    default:
      return true;
  }
}

void unary(const UnaryFunction& function, const float* x, float* y, std::int64_t count, int threads) {
  parallelParts(count, teamForBytes(count * bytesLike(function), threads), 16, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(unaryRange)(function, x, y, range);
  });
}

void unaryGrad(const UnaryFunction& function, const float* dy, const float* kept, float* dx, std::int64_t count, int threads) {
  require(function.kind != Unary::Neg && function.kind != Unary::Exp && function.kind != Unary::Log, "this gradient is another op's");
  parallelParts(count, teamForBytes(count * (bytesLike(function) + 4), threads), 16, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(unaryGradRange)(function, dy, kept, dx, range);
  });
}

void zeroPadding(float* y, const ChannelBlocks& layout, int threads) {
  const std::int64_t used = layout.c % layout.block;
  if (used == 0) return;
  const std::int64_t blocks = layout.blocks();
  parallelParts(layout.n, teamForBytes(layout.n * layout.spatial * layout.block * 4, threads), 1, [&](WorkRange images, int) {
    for (std::int64_t n = images.begin; n < images.end; ++n) {
      float* last = y + (n * blocks + blocks - 1) * layout.spatial * layout.block;
      for (std::int64_t p = 0; p < layout.spatial; ++p) std::fill(last + p * layout.block + used, last + (p + 1) * layout.block, 0.0f);
    }
  });
}

}  // namespace stepscope::kernels
#endif
