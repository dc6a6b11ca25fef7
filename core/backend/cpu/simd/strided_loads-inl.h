// Loads and stores of every second element of a row, for windows with stride 2 over plain images.
#if defined(STEPSCOPE_STRIDED_LOADS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_STRIDED_LOADS_INL_H
#undef STEPSCOPE_STRIDED_LOADS_INL_H
#else
#define STEPSCOPE_STRIDED_LOADS_INL_H
#endif

#include <algorithm>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

struct EvenOdd {
  F32Vector even, odd;
};

// Splits two consecutive vectors into their even and odd elements.
HWY_INLINE EvenOdd splitEvenOdd(F32Vector low, F32Vector high) {
#if HWY_TARGET == HWY_SCALAR
  return {low, high};
#else
  return {hn::ConcatEven(F32(), high, low), hn::ConcatOdd(F32(), high, low)};
#endif
}

// Loads p[0], p[2], ... and p[1], p[3], ...; reads 2 * lanes elements, or one fewer if `lastOdd` is false.
HWY_INLINE EvenOdd loadEvenOdd(const float* p, AllLanes, bool lastOdd) {
  if (lastOdd) return splitEvenOdd(hn::LoadU(F32(), p), hn::LoadU(F32(), p + kLanes));
  if constexpr (kLanes == 1) return {hn::LoadU(F32(), p), hn::Zero(F32())};
  return splitEvenOdd(hn::LoadU(F32(), p), loadFirst(p + kLanes, kLanes - 1));
}

HWY_INLINE EvenOdd loadEvenOdd(const float* p, FirstLanes lanes, bool lastOdd) {
  const std::int64_t count = 2 * lanes.lanes - (lastOdd ? 0 : 1);
  const auto low = loadFirst(p, std::min(count, kLanes));
  const auto high = count > kLanes ? loadFirst(p + kLanes, count - kLanes) : hn::Zero(F32());
  return splitEvenOdd(low, high);
}

// The reverse: even[0], odd[0], even[1], ... for the used lanes.
HWY_INLINE void storeEvenOdd(F32Vector even, F32Vector odd, float* p, AllLanes) {
  hn::StoreInterleaved2(even, odd, F32(), p);
}

HWY_INLINE void storeEvenOdd(F32Vector even, F32Vector odd, float* p, FirstLanes lanes) {
  HWY_ALIGN float buffer[2 * kLanes];
  hn::StoreInterleaved2(even, odd, F32(), buffer);
  std::memcpy(p, buffer, static_cast<std::size_t>(2 * lanes.lanes) * sizeof(float));
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
