#include "core/backend/cpu/ops/elementwise/unary.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"
#include "core/base/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/elementwise/unary.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/elementwise/activations-inl.h"
#include "core/backend/cpu/simd/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

using V = F32Vector;

// One vector in, one out. The compiler sees each function alone in its loop.
template <class T, class F>
HWY_INLINE void map(const T* x, T* y, WorkRange range, const F& f) {
  overVectors(range.begin, range.end, [&](std::int64_t i, auto lanes) HWY_ATTR { storeLanes(lanes, f(loadLanes(lanes, x + i)), y + i); });
}
template <class T, class F>
HWY_INLINE void mapGrad(const T* dy, const T* kept, T* dx, WorkRange range, const F& f) {
  overVectors(range.begin, range.end, [&](std::int64_t i, auto lanes) HWY_ATTR {
    storeLanes(lanes, hn::Mul(loadLanes(lanes, dy + i), f(loadLanes(lanes, kept + i))), dx + i);
  });
}

// An activation of activations-inl.h over a range.
template <class F, class T>
void mapFunction(const UnaryFunction& function, const T* x, T* y, WorkRange range) {
  const F f(function);
  map(x, y, range, [=](V v) HWY_ATTR { return f.value(v); });
}
template <class F, class T>
void mapFunctionGrad(const UnaryFunction& function, const T* dy, const T* kept, T* dx, WorkRange range) {
  const F f(function);
  mapGrad(dy, kept, dx, range, [=](V v) HWY_ATTR { return f.slope(v); });
}

template <class T>
void mapAny(const UnaryFunction& function, const T* x, T* y, WorkRange range) {
  const V a = hn::Set(F32(), function.a), b = hn::Set(F32(), function.b);
  const V zero = hn::Zero(F32());
  switch (function.kind) {
    case Unary::Clamp:
      return mapFunction<ClampFunction>(function, x, y, range);
    case Unary::LeakyRelu:
      return mapFunction<LeakyReluFunction>(function, x, y, range);
    case Unary::Elu:
      return map(x, y, range, [=](V v) HWY_ATTR {
        return keepNaN(v, hn::IfThenElse(hn::Gt(v, zero), v, hn::Mul(a, expm1OfNegative(hn::Min(v, zero)))));
      });
    case Unary::Gelu:
      return mapFunction<GeluFunction>(function, x, y, range);
    case Unary::GeluTanh:
      return mapFunction<GeluTanhFunction>(function, x, y, range);
    case Unary::Silu:
      return mapFunction<SiluFunction>(function, x, y, range);
    case Unary::Sigmoid:
      return map(x, y, range, [=](V v) HWY_ATTR { return sigmoidOf(v); });
    case Unary::Tanh:
      return map(x, y, range, [=](V v) HWY_ATTR { return tanhOf(v); });
    case Unary::HardSwish:
      return mapFunction<HardSwishFunction>(function, x, y, range);
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
    case Unary::Erf:
      return map(x, y, range, [=](V v) HWY_ATTR { return erfOf(v); });
    case Unary::Floor:
      return map(x, y, range, [=](V v) HWY_ATTR { return hn::Floor(v); });
  }
}

template <class T>
void mapAnyGrad(const UnaryFunction& function, const T* dy, const T* kept, T* dx, WorkRange range) {
  const V a = hn::Set(F32(), function.a), b = hn::Set(F32(), function.b);
  const V half = constant(0.5), one = constant(1.0), zero = hn::Zero(F32());
  switch (function.kind) {
    case Unary::Clamp:
      return mapFunctionGrad<ClampFunction>(function, dy, kept, dx, range);
    case Unary::LeakyRelu:
      return mapFunctionGrad<LeakyReluFunction>(function, dy, kept, dx, range);
    case Unary::Elu:
      return mapGrad(dy, kept, dx, range, [=](V y) HWY_ATTR { return hn::IfThenElse(hn::Gt(y, zero), one, hn::Add(y, a)); });
    case Unary::Gelu:
      return mapFunctionGrad<GeluFunction>(function, dy, kept, dx, range);
    case Unary::GeluTanh:
      return mapFunctionGrad<GeluTanhFunction>(function, dy, kept, dx, range);
    case Unary::Silu:
      return mapFunctionGrad<SiluFunction>(function, dy, kept, dx, range);
    case Unary::Sigmoid:
      return mapGrad(dy, kept, dx, range, [=](V y) HWY_ATTR { return hn::Mul(y, hn::Sub(one, y)); });
    case Unary::Tanh:
      return mapGrad(dy, kept, dx, range, [=](V y) HWY_ATTR { return hn::NegMulAdd(y, y, one); });
    case Unary::HardSwish:
      return mapFunctionGrad<HardSwishFunction>(function, dy, kept, dx, range);
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
    case Unary::Erf:
    case Unary::Floor:
      return;  // refused before
  }
}

}  // namespace

void unaryRange(const UnaryFunction& function, Storage storage, const void* x, void* y, WorkRange range) {
  withStorage(storage, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    mapAny(function, static_cast<const T*>(x), static_cast<T*>(y), range);
  });
}

void unaryGradRange(const UnaryFunction& function, Storage storage, const void* dy, const void* kept, void* dx, WorkRange range) {
  withStorage(storage, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    mapAnyGrad(function, static_cast<const T*>(dy), static_cast<const T*>(kept), static_cast<T*>(dx), range);
  });
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
    case Unary::Floor:
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

void unary(const UnaryFunction& function, Storage storage, const void* x, void* y, std::int64_t count, int threads) {
  const std::int64_t bytes = bytesLike(function) * bytesOf(storage) / 4;
  parallelParts(count, teamForBytes(count * bytes, threads), 32, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(unaryRange)(function, storage, x, y, range);
  });
}

void unaryGrad(const UnaryFunction& function, Storage storage, const void* dy, const void* kept, void* dx, std::int64_t count,
               int threads) {
  const bool elsewhere = function.kind == Unary::Neg || function.kind == Unary::Exp || function.kind == Unary::Log ||
                         function.kind == Unary::Erf || function.kind == Unary::Floor;
  require(!elsewhere, "this gradient is another op's");
  const std::int64_t bytes = (bytesLike(function) + 4) * bytesOf(storage) / 4;
  parallelParts(count, teamForBytes(count * bytes, threads), 32, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(unaryGradRange)(function, storage, dy, kept, dx, range);
  });
}

void unary(const UnaryFunction& function, const float* x, float* y, std::int64_t count, int threads) {
  unary(function, Storage::F32, x, y, count, threads);
}

void unaryGrad(const UnaryFunction& function, const float* dy, const float* kept, float* dx, std::int64_t count, int threads) {
  unaryGrad(function, Storage::F32, dy, kept, dx, count, threads);
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
