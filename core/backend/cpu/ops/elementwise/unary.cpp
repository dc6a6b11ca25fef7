#include "core/backend/cpu/ops/elementwise/unary.h"

#include <algorithm>
#include <type_traits>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"
#include "core/base/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/elementwise/unary.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/elementwise/formulas-inl.h"
#include "core/backend/cpu/simd/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

using V = F32Vector;

// y = f(x), vector by vector, with one loop per function.
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

template <class F, class T>
void mapFormula(const FormulaUse& use, const T* x, T* y, WorkRange range) {
  const formulas::WithAttributes<F> f(use);
  map(x, y, range, [=](V v) HWY_ATTR { return f.value(v); });
}
template <class F, class T>
void mapSlope(const FormulaUse& use, const T* dy, const T* kept, T* dx, WorkRange range) {
  const formulas::WithAttributes<F> f(use);
  mapGrad(dy, kept, dx, range, [=](V v) HWY_ATTR { return f.slope(v); });
}

template <class T>
void mapAny(const FormulaUse& use, const T* x, T* y, WorkRange range) {
  switch (use.formula) {
#define STEPSCOPE_CASE(name, simple) \
  case Formula::name: return mapFormula<formulas::name>(use, x, y, range);
    STEPSCOPE_FORMULAS_WITH_SLOPE(STEPSCOPE_CASE)
    STEPSCOPE_FORMULAS_OF_ONE(STEPSCOPE_CASE)
#undef STEPSCOPE_CASE
    default: return;  // other formulas were refused earlier
  }
}

template <class T>
void mapAnySlope(const FormulaUse& use, const T* dy, const T* kept, T* dx, WorkRange range) {
  switch (use.formula) {
#define STEPSCOPE_CASE(name, simple) \
  case Formula::name: return mapSlope<formulas::name>(use, dy, kept, dx, range);
    STEPSCOPE_FORMULAS_WITH_SLOPE(STEPSCOPE_CASE)
#undef STEPSCOPE_CASE
    default: return;  // other formulas were refused earlier
  }
}

}  // namespace

void unaryRange(const FormulaUse& function, Storage storage, const void* x, void* y, WorkRange range) {
  withStorage(storage, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    mapAny(function, static_cast<const T*>(x), static_cast<T*>(y), range);
  });
}

void unaryGradRange(const FormulaUse& function, Storage storage, const void* dy, const void* kept, void* dx, WorkRange range) {
  withStorage(storage, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    mapAnySlope(function, static_cast<const T*>(dy), static_cast<const T*>(kept), static_cast<T*>(dx), range);
  });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(unaryRange);
HWY_EXPORT(unaryGradRange);

namespace {

// The cost of an element, as the number of bytes whose copy takes as long: with an exponential, a second thread is worthwhile sooner.
std::int64_t bytesLike(const FormulaUse& function) {
  return isSimple(function.formula) ? 8 : 24;
}

}  // namespace

bool keepsZero(const FormulaUse& function) {
  float zero = 0;
  unary(function, &zero, &zero, 1, 1);
  return zero == 0;
}

void unary(const FormulaUse& function, Storage storage, const void* x, void* y, std::int64_t count, int threads) {
  require(operandsOf(function) == 1, "a formula of two operands was given one");
  const std::int64_t bytes = bytesLike(function) * bytesOf(storage) / 4;
  parallelParts(count, teamForBytes(count * bytes, threads), 32, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(unaryRange)(function, storage, x, y, range);
  });
}

void unaryGrad(const FormulaUse& function, Storage storage, const void* dy, const void* kept, void* dx, std::int64_t count, int threads) {
  require(hasSlope(function.formula), "the gradient of this formula is computed by another op");
  const std::int64_t bytes = (bytesLike(function) + 4) * bytesOf(storage) / 4;
  parallelParts(count, teamForBytes(count * bytes, threads), 32, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(unaryGradRange)(function, storage, dy, kept, dx, range);
  });
}

void unary(const FormulaUse& function, const float* x, float* y, std::int64_t count, int threads) {
  unary(function, Storage::F32, x, y, count, threads);
}

void unaryGrad(const FormulaUse& function, const float* dy, const float* kept, float* dx, std::int64_t count, int threads) {
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
