// Common Highway code of every kernel file, included once per target (hence the toggling guard; Highway calls such files -inl.h). Kernels work on
// whole vectors; the last, partial vector of a run goes through FirstLanes with the same code.
#include <cstdint>
#include <cstring>

#if defined(STEPSCOPE_SIMD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_SIMD_INL_H
#undef STEPSCOPE_SIMD_INL_H
#else
#define STEPSCOPE_SIMD_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using F32 = hn::ScalableTag<float>;
using F32Vector = hn::Vec<F32>;
using I32 = hn::RebindToSigned<F32>;
using I32Vector = hn::Vec<I32>;
using U8 = hn::Rebind<std::uint8_t, F32>;

inline constexpr std::int64_t kLanes = static_cast<std::int64_t>(hn::MaxLanes(F32()));

// Only AVX2 and better have masked loads and stores that never access the unused lanes.
inline constexpr bool kMaskedMemory = HWY_TARGET <= HWY_AVX2;

HWY_INLINE F32Vector loadFirst(const float* p, std::int64_t lanes) {
  const F32 d;
  if constexpr (kMaskedMemory) {
    return hn::MaskedLoad(hn::FirstN(d, static_cast<std::size_t>(lanes)), d, p);
  } else {
    HWY_ALIGN float buffer[kLanes] = {};
    std::memcpy(buffer, p, static_cast<std::size_t>(lanes) * sizeof(float));
    return hn::Load(d, buffer);
  }
}

HWY_INLINE void storeFirst(F32Vector v, float* p, std::int64_t lanes) {
  const F32 d;
  if constexpr (kMaskedMemory) {
    hn::BlendedStore(v, hn::FirstN(d, static_cast<std::size_t>(lanes)), d, p);
  } else {
    HWY_ALIGN float buffer[kLanes];
    hn::Store(v, d, buffer);
    std::memcpy(p, buffer, static_cast<std::size_t>(lanes) * sizeof(float));
  }
}

struct AllLanes {
  static constexpr std::int64_t count() { return kLanes; }
  HWY_INLINE F32Vector load(const float* p) const { return hn::LoadU(F32(), p); }
  HWY_INLINE void store(F32Vector v, float* p) const { hn::StoreU(v, F32(), p); }
  HWY_INLINE F32Vector keep(F32Vector v) const { return v; }  // zeroes lanes without an element
};

struct FirstLanes {
  std::int64_t lanes;
  std::int64_t count() const { return lanes; }
  HWY_INLINE F32Vector load(const float* p) const { return loadFirst(p, lanes); }
  HWY_INLINE void store(F32Vector v, float* p) const { storeFirst(v, p, lanes); }
  HWY_INLINE F32Vector keep(F32Vector v) const { return hn::IfThenElseZero(hn::FirstN(F32(), static_cast<std::size_t>(lanes)), v); }
};

// Calls body(i, lanes) for i = begin, begin + kLanes, ... below end; lanes is AllLanes except for a partial vector at the end.
template <class Body>
HWY_INLINE void overVectors(std::int64_t begin, std::int64_t end, const Body& body) {
  std::int64_t i = begin;
  for (; i + kLanes <= end; i += kLanes) body(i, AllLanes{});
  if (i < end) body(i, FirstLanes{end - i});
}

// max(v, 0), but NaN for NaN. On AVX2 and better, hn::Max returns the second operand if one is NaN; on other targets the result is not defined.
HWY_INLINE F32Vector keepPositive(F32Vector v) {
  if constexpr (kMaskedMemory) return hn::Max(hn::Zero(F32()), v);
  return hn::IfThenZeroElse(hn::Lt(v, hn::Zero(F32())), v);
}

HWY_INLINE float sumOfLanes(F32Vector v) {
  return hn::GetLane(hn::SumOfLanes(F32(), v));
}

// Adds the lanes to doubles: to[i] += v[i].
HWY_INLINE void addLanesTo(F32Vector v, double* to) {
  const F32 d;
  HWY_ALIGN float lanes[kLanes];
  hn::Store(v, d, lanes);
  for (std::int64_t i = 0; i < kLanes; ++i) to[i] += static_cast<double>(lanes[i]);
}

// Bit masks in memory: a byte holds eight elements, or the elements of one vector if those are fewer.
inline constexpr std::int64_t kMaskElementsPerByte = kLanes < 8 ? kLanes : 8;
inline constexpr std::size_t kMaskBytesPerVector = static_cast<std::size_t>(kLanes / kMaskElementsPerByte);

HWY_INLINE void storeMask(hn::Mask<F32> mask, std::uint8_t* p, std::int64_t lanes) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(F32(), mask, bytes);
  for (std::size_t b = 0; b < kMaskBytesPerVector; ++b)
    if (static_cast<std::int64_t>(b) * kMaskElementsPerByte < lanes) p[b] = bytes[b];
}

HWY_INLINE hn::Mask<F32> loadMask(const std::uint8_t* p, std::int64_t lanes) {
  std::uint8_t bytes[8] = {};
  for (std::size_t b = 0; b < kMaskBytesPerVector; ++b)
    if (static_cast<std::int64_t>(b) * kMaskElementsPerByte < lanes) bytes[b] = p[b];
  return hn::LoadMaskBits(F32(), bytes);
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
