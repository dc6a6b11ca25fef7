// Loads and stores of whole and partial vectors (simd-inl.h) for f32 and bf16 in memory; included once per target.
#if defined(STEPSCOPE_STORAGE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_STORAGE_INL_H
#undef STEPSCOPE_STORAGE_INL_H
#else
#define STEPSCOPE_STORAGE_INL_H
#endif

#include "core/backend/cpu/simd/simd-inl.h"
#include "core/backend/cpu/simd/storage.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

using U16 = hn::Rebind<std::uint16_t, F32>;

HWY_INLINE F32Vector widenVector(hn::Vec<U16> bits) {
  const hn::RebindToUnsigned<F32> d32;
  return hn::BitCast(F32(), hn::ShiftLeft<16>(hn::PromoteTo(d32, bits)));
}

// Rounds to bf16, to nearest, ties to even; NaN stays NaN.
HWY_INLINE hn::Vec<U16> narrowVector(F32Vector v) {
  const hn::RebindToUnsigned<F32> d32;
  const hn::RebindToSigned<F32> s32;
  const auto bits = hn::BitCast(d32, v);
  const auto even = hn::And(hn::ShiftRight<16>(bits), hn::Set(d32, 1u));
  const auto rounded = hn::Add(bits, hn::Add(hn::Set(d32, 0x7FFFu), even));
  const auto nan = hn::RebindMask(d32, hn::IsNaN(v));
  const auto upper = hn::ShiftRight<16>(hn::IfThenElse(nan, hn::Or(bits, hn::Set(d32, 0x400000u)), rounded));
  // The upper half fits 16 bits, so the saturating conversion changes nothing.
  return hn::DemoteTo(U16(), hn::BitCast(s32, upper));
}

template <class Lanes>
HWY_INLINE F32Vector loadLanes(Lanes lanes, const float* p) {
  return lanes.load(p);
}
template <class Lanes>
HWY_INLINE void storeLanes(Lanes lanes, F32Vector v, float* p) {
  lanes.store(v, p);
}

HWY_INLINE F32Vector loadLanes(AllLanes, const Bf16* p) {
  return widenVector(hn::LoadU(U16(), &p->bits));
}
HWY_INLINE void storeLanes(AllLanes, F32Vector v, Bf16* p) {
  hn::StoreU(narrowVector(v), U16(), &p->bits);
}

HWY_INLINE F32Vector loadLanes(FirstLanes lanes, const Bf16* p) {
  HWY_ALIGN std::uint16_t buffer[kLanes] = {};
  std::memcpy(buffer, p, static_cast<std::size_t>(lanes.lanes) * sizeof(Bf16));
  return widenVector(hn::Load(U16(), buffer));
}
HWY_INLINE void storeLanes(FirstLanes lanes, F32Vector v, Bf16* p) {
  HWY_ALIGN std::uint16_t buffer[kLanes];
  hn::Store(narrowVector(v), U16(), buffer);
  std::memcpy(p, buffer, static_cast<std::size_t>(lanes.lanes) * sizeof(Bf16));
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
