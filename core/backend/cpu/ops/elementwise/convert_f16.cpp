#include "core/backend/cpu/ops/elementwise/convert.h"

#include <algorithm>
#include <cstring>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/elementwise/convert_f16.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

namespace {

// With AVX2 and better there are instructions for the conversion (F16C). Other targets convert the bits one by one in scalar code, because their
// vector conversions differ for denormals and overflow.
constexpr bool kInstructions = HWY_TARGET <= HWY_AVX2;

std::uint16_t narrowOne(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, 4);
  const auto sign = static_cast<std::uint32_t>((bits >> 16) & 0x8000U);
  bits &= 0x7FFFFFFFU;
  if (bits > 0x7F800000U) return static_cast<std::uint16_t>(sign | 0x7E00U | ((bits >> 13) & 0x1FFU));
  if (bits >= 0x477FF000U) return static_cast<std::uint16_t>(sign | 0x7C00U);  // 65520 and above round to infinity
  if (bits < 0x38800000U) {                                                    // below 2^-14: a denormal, counted in units of 2^-24
    float magnitude;
    std::memcpy(&magnitude, &bits, 4);
    // Adding 2^-1 leaves units of 2^-24 in the last bits of the sum, rounded to nearest even by the addition.
    const float sum = magnitude + 0.5F;
    std::uint32_t rounded;
    std::memcpy(&rounded, &sum, 4);
    return static_cast<std::uint16_t>(sign | (rounded - 0x3F000000U));
  }
  const std::uint32_t even = (bits >> 13) & 1U;
  return static_cast<std::uint16_t>(sign | ((bits - 0x38000000U + 0xFFFU + even) >> 13));
}

float widenOne(std::uint16_t value) {
  const std::uint32_t sign = std::uint32_t{value & 0x8000U} << 16, rest = value & 0x7FFFU;
  std::uint32_t bits;
  if (rest >= 0x7C00U) {
    bits = 0x7F800000U | ((rest & 0x3FFU) << 13);
    if (rest > 0x7C00U) bits |= 0x400000U;
  } else if (rest >= 0x400U) {
    bits = (rest << 13) + 0x38000000U;
  } else {
    const float magnitude = static_cast<float>(rest) * 0x1p-24F;
    std::memcpy(&bits, &magnitude, 4);
  }
  bits |= sign;
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}

}  // namespace

void widenF16(const std::uint16_t* x, float* y, WorkRange range) {
  std::int64_t i = range.begin;
  if constexpr (kInstructions) {
    const hn::Rebind<hwy::float16_t, F32> d16;
    for (; i + kLanes <= range.end; i += kLanes)
      hn::StoreU(hn::PromoteTo(F32(), hn::LoadU(d16, reinterpret_cast<const hwy::float16_t*>(x + i))), F32(), y + i);
  }
  for (; i < range.end; ++i) y[i] = widenOne(x[i]);
}

void narrowF16(const float* x, std::uint16_t* y, WorkRange range) {
  std::int64_t i = range.begin;
  if constexpr (kInstructions) {
    const hn::Rebind<hwy::float16_t, F32> d16;
    for (; i + kLanes <= range.end; i += kLanes)
      hn::StoreU(hn::DemoteTo(d16, hn::LoadU(F32(), x + i)), d16, reinterpret_cast<hwy::float16_t*>(y + i));
  }
  for (; i < range.end; ++i) y[i] = narrowOne(x[i]);
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(widenF16);
HWY_EXPORT(narrowF16);

void f16ToF32(const std::uint16_t* x, float* y, std::int64_t count, int threads) {
  parallelParts(count, teamForBytes(count * 6, threads), 32, [&](WorkRange range, int) { HWY_DYNAMIC_DISPATCH(widenF16)(x, y, range); });
}

void f32ToF16(const float* x, std::uint16_t* y, std::int64_t count, int threads) {
  parallelParts(count, teamForBytes(count * 6, threads), 32, [&](WorkRange range, int) { HWY_DYNAMIC_DISPATCH(narrowF16)(x, y, range); });
}

void relayout16(const ChannelBlocks& x, const std::uint16_t* src, std::int64_t yBlock, std::uint16_t* dst, int threads) {
  ChannelBlocks y = x;
  y.block = yBlock;
  // One image and one channel block of the target at a time, so that the target is written sequentially.
  parallelParts(x.n * y.blocks(), teamForBytes(x.elements() * 4, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t part = range.begin; part < range.end; ++part) {
      const std::int64_t image = part / y.blocks(), first = part % y.blocks() * yBlock;
      std::uint16_t* to = dst + part * x.spatial * yBlock;
      for (std::int64_t lane = 0; lane < yBlock; ++lane) {
        const std::int64_t channel = first + lane;
        if (channel >= x.c) {
          for (std::int64_t pixel = 0; pixel < x.spatial; ++pixel) to[pixel * yBlock + lane] = 0;
          continue;
        }
        const std::uint16_t* from = src + (image * x.blocks() + channel / x.block) * x.spatial * x.block + channel % x.block;
        for (std::int64_t pixel = 0; pixel < x.spatial; ++pixel) to[pixel * yBlock + lane] = from[pixel * x.block];
      }
    }
  });
}

}  // namespace stepscope::kernels
#endif
