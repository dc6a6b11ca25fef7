#include "core/backend/cpu/ops/elementwise/convert.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/elementwise/convert.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

namespace {

std::uint16_t narrowOne(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, 4);
  if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
  return static_cast<std::uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

float widenOne(std::uint16_t value) {
  const std::uint32_t bits = std::uint32_t{value} << 16;
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}

}  // namespace

void widenRange(const std::uint16_t* x, float* y, WorkRange range) {
  const hn::Rebind<std::uint16_t, F32> d16;
  const hn::RebindToUnsigned<F32> d32;
  std::int64_t i = range.begin;
  for (; i + kLanes <= range.end; i += kLanes) {
    const auto bits = hn::ShiftLeft<16>(hn::PromoteTo(d32, hn::LoadU(d16, x + i)));
    hn::StoreU(hn::BitCast(F32(), bits), F32(), y + i);
  }
  for (; i < range.end; ++i) y[i] = widenOne(x[i]);
}

void narrowRange(const float* x, std::uint16_t* y, WorkRange range) {
  const hn::Rebind<std::uint16_t, F32> d16;
  const hn::RebindToUnsigned<F32> d32;
  const hn::RebindToSigned<F32> s32;
  const auto bias = hn::Set(d32, 0x7FFFu), one = hn::Set(d32, 1u), quiet = hn::Set(d32, 0x400000u);
  std::int64_t i = range.begin;
  for (; i + kLanes <= range.end; i += kLanes) {
    const auto v = hn::LoadU(F32(), x + i);
    const auto bits = hn::BitCast(d32, v);
    const auto even = hn::And(hn::ShiftRight<16>(bits), one);
    const auto rounded = hn::Add(bits, hn::Add(bias, even));
    const auto nan = hn::RebindMask(d32, hn::IsNaN(v));
    const auto upper = hn::ShiftRight<16>(hn::IfThenElse(nan, hn::Or(bits, quiet), rounded));
    // The upper half fits 16 bits, so the saturating conversion changes nothing.
    hn::StoreU(hn::DemoteTo(d16, hn::BitCast(s32, upper)), d16, y + i);
  }
  for (; i < range.end; ++i) y[i] = narrowOne(x[i]);
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(widenRange);
HWY_EXPORT(narrowRange);

void bf16ToF32(const std::uint16_t* x, float* y, std::int64_t count, int threads) {
  parallelParts(count, teamForBytes(count * 6, threads), 32, [&](WorkRange range, int) { HWY_DYNAMIC_DISPATCH(widenRange)(x, y, range); });
}

void f32ToBf16(const float* x, std::uint16_t* y, std::int64_t count, int threads) {
  parallelParts(count, teamForBytes(count * 6, threads), 32, [&](WorkRange range, int) { HWY_DYNAMIC_DISPATCH(narrowRange)(x, y, range); });
}

// Compilers vectorise these two functions themselves.
void f32ToI32(const float* x, std::int32_t* y, std::int64_t count, int threads) {
  constexpr float kFirst = -2147483648.0F, kLast = 2147483520.0F;  // the largest f32 that fits in an i32
  parallelParts(count, teamForBytes(count * 8, threads), 32, [&](WorkRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const float v = std::isnan(x[i]) ? 0.0F : x[i];
      y[i] = v > kLast ? std::numeric_limits<std::int32_t>::max() : static_cast<std::int32_t>(v < kFirst ? kFirst : v);
    }
  });
}

void i32ToF32(const std::int32_t* x, float* y, std::int64_t count, int threads) {
  parallelParts(count, teamForBytes(count * 8, threads), 32, [&](WorkRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i) y[i] = static_cast<float>(x[i]);
  });
}

}  // namespace stepscope::kernels
#endif
