#include "core/backend/cpu/ops/elementwise/dropout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"
#include "core/base/philox.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/elementwise/dropout.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/storage-inl.h"

#ifndef STEPSCOPE_DROPOUT_MASK
#define STEPSCOPE_DROPOUT_MASK
namespace stepscope::kernels {

struct DropoutMask {
  std::uint64_t seed = 0;
  std::uint32_t opId = 0;
  std::uint32_t threshold = 0;  // an element is kept if the upper 24 bits of its draw are at least this
  float scale = 1;
};

// Number of elements whose factors are computed together: a multiple of 4 * lanes for every target.
inline constexpr std::int64_t kDropoutChunk = 512;

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

using U32 = hn::Rebind<std::uint32_t, F32>;
using U32Vector = hn::Vec<U32>;

#if HWY_TARGET != HWY_SCALAR
struct Product {
  U32Vector low, high;
};

HWY_INLINE Product wideMultiply(U32Vector a, std::uint32_t factor) {
  const U32 d;
  const hn::Repartition<std::uint64_t, U32> d64;
  const auto b = hn::Set(d, factor);
  const auto even = hn::MulEven(a, b);
  const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(d64, a))), b);
  return {hn::Mul(a, b), hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)))};
}

// The random draws of kLanes blocks from `block` on, which is a multiple of kLanes, so that all have the same upper half of the counter.
HWY_INLINE void drawBlocks(const DropoutMask& mask, std::uint64_t block, std::uint32_t* draws) {
  const U32 d;
  auto c0 = hn::Zero(d), c1 = hn::Iota(d, static_cast<std::uint32_t>(block));
  auto c2 = hn::Set(d, static_cast<std::uint32_t>(block >> 32)), c3 = hn::Set(d, mask.opId);
  std::uint32_t key0 = static_cast<std::uint32_t>(mask.seed), key1 = static_cast<std::uint32_t>(mask.seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const Product p0 = wideMultiply(c0, 0xD2511F53u), p1 = wideMultiply(c2, 0xCD9E8D57u);
    c0 = hn::Xor(hn::Xor(p1.high, c1), hn::Set(d, key0));
    c1 = p1.low;
    c2 = hn::Xor(hn::Xor(p0.high, c3), hn::Set(d, key1));
    c3 = p0.low;
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  hn::StoreInterleaved4(c0, c1, c2, c3, d, draws);
}
#else
HWY_INLINE void drawBlocks(const DropoutMask& mask, std::uint64_t block, std::uint32_t* draws) {
  const auto drawn = philox({0, static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), mask.opId},
                            {static_cast<std::uint32_t>(mask.seed), static_cast<std::uint32_t>(mask.seed >> 32)});
  std::copy(drawn.begin(), drawn.end(), draws);
}
#endif

}  // namespace

// The factors (scale or 0) of kDropoutChunk elements from `element` on, which is a multiple of kDropoutChunk.
void chunkFactors(const DropoutMask& mask, std::uint64_t element, float* factors) {
  const U32 d;
  const auto threshold = hn::Set(hn::RebindToSigned<U32>(), static_cast<std::int32_t>(mask.threshold));
  const auto scale = hn::Set(F32(), mask.scale);
  for (std::int64_t i = 0; i < kDropoutChunk; i += 4 * kLanes) {
    HWY_ALIGN std::uint32_t draws[4 * kLanes];
    drawBlocks(mask, (element + static_cast<std::uint64_t>(i)) / 4, draws);
    for (std::int64_t k = 0; k < 4; ++k) {
      // 24 bits fit a signed integer, which every target can compare.
      const auto bits = hn::BitCast(hn::RebindToSigned<U32>(), hn::ShiftRight<8>(hn::Load(d, draws + k * kLanes)));
      const auto dropped = hn::Lt(bits, threshold);
      hn::StoreU(hn::BitCast(F32(), hn::IfThenZeroElse(dropped, hn::BitCast(hn::RebindToSigned<U32>(), scale))), F32(), factors + i + k * kLanes);
    }
  }
}

template <class T>
void applyFactorsAs(const T* x, const float* factors, T* y, std::int64_t count) {
  overVectors(0, count, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto factor = lanes.load(factors + i);
    storeLanes(lanes, hn::IfThenElseZero(hn::Ne(factor, hn::Zero(F32())), hn::Mul(loadLanes(lanes, x + i), factor)), y + i);
  });
}

// Multiplies elements [first, first + count) of `x` by factors[0 .. count) and writes them to `y`.
void applyFactors(const void* x, const float* factors, void* y, std::int64_t first, std::int64_t count, Storage storage) {
  withStorage(storage, [&]<class T>(T*) { applyFactorsAs(static_cast<const T*>(x) + first, factors, static_cast<T*>(y) + first, count); });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(chunkFactors);
HWY_EXPORT(applyFactors);

namespace {

DropoutMask maskOf(double p, std::int64_t seed, std::uint32_t opId) {
  DropoutMask mask;
  mask.seed = static_cast<std::uint64_t>(seed);
  mask.opId = opId;
  mask.threshold = static_cast<std::uint32_t>(std::ceil(p * 0x1p24));  // draw * 2^-24 >= p
  mask.scale = p < 1 ? static_cast<float>(1.0 / (1.0 - p)) : 0.0f;
  return mask;
}

// Calls visit(first, count, factors) for the row-major elements of `range`, in chunks of at most kDropoutChunk.
template <class Visit>
void overFactors(const DropoutMask& mask, WorkRange range, const Visit& visit) {
  alignas(64) std::array<float, kDropoutChunk> factors;
  for (std::int64_t element = range.begin; element < range.end;) {
    const std::int64_t chunk = element / kDropoutChunk * kDropoutChunk;
    const std::int64_t count = std::min(chunk + kDropoutChunk, range.end) - element;
    HWY_DYNAMIC_DISPATCH(chunkFactors)(mask, static_cast<std::uint64_t>(chunk), factors.data());
    visit(element, count, factors.data() + (element - chunk));
    element += count;
  }
}

}  // namespace

void dropout(const void* x, void* y, std::int64_t count, double p, std::int64_t seed, std::uint32_t opId, int threads, Storage storage) {
  const DropoutMask mask = maskOf(p, seed, opId);
  // A draw costs about as much as moving 16 bytes.
  parallelParts(count, teamForBytes(count * 24, threads), kDropoutChunk, [&](WorkRange range, int) {
    overFactors(mask, range, [&](std::int64_t first, std::int64_t length, const float* factors) {
      HWY_DYNAMIC_DISPATCH(applyFactors)(x, factors, y, first, length, storage);
    });
  });
}

void dropoutFactors(double p, std::int64_t seed, std::uint32_t opId, std::int64_t first, std::int64_t count, float* factors) {
  overFactors(maskOf(p, seed, opId), {first, first + count},
              [=](std::int64_t element, std::int64_t length, const float* drawn) { std::copy_n(drawn, length, factors + (element - first)); });
}

void dropout(const float* x, float* y, const ChannelBlocks& layout, double p, std::int64_t seed, std::uint32_t opId, int threads) {
  if (layout.block == 1 || (layout.spatial == 1 && layout.block == layout.c)) {
    dropout(x, y, layout.n * layout.c * layout.spatial, p, seed, opId, threads);
    return;
  }
  const DropoutMask mask = maskOf(p, seed, opId);
  const std::int64_t image = layout.c * layout.spatial;
  parallelParts(layout.n, teamForBytes(layout.elements() * 24, threads), 1, [&](WorkRange images, int) {
    for (std::int64_t n = images.begin; n < images.end; ++n) {
      overFactors(mask, {n * image, (n + 1) * image}, [&](std::int64_t first, std::int64_t length, const float* factors) {
        for (std::int64_t i = 0; i < length; ++i) {
          const std::int64_t c = (first + i - n * image) / layout.spatial, pixel = (first + i) % layout.spatial;
          const std::int64_t place = ((n * layout.blocks() + c / layout.block) * layout.spatial + pixel) * layout.block + c % layout.block;
          y[place] = factors[i] != 0 ? x[place] * factors[i] : 0.0f;
        }
      });
      for (std::int64_t c = layout.c; c < layout.blocks() * layout.block; ++c)
        for (std::int64_t pixel = 0; pixel < layout.spatial; ++pixel)
          y[((n * layout.blocks() + c / layout.block) * layout.spatial + pixel) * layout.block + c % layout.block] = 0.0f;
    }
  });
}

void stochasticDepth(const float* x, float* y, std::int64_t samples, std::int64_t each, double p, std::int64_t seed, std::uint32_t opId,
                     int threads) {
  const DropoutMask mask = maskOf(p, seed, opId);
  parallelParts(samples, teamForBytes(samples * each * 8, threads), 1, [&](WorkRange range, int) {
    overFactors(mask, range, [&](std::int64_t first, std::int64_t length, const float* factors) {
      for (std::int64_t i = 0; i < length; ++i) {
        const float* from = x + (first + i) * each;
        float* to = y + (first + i) * each;
        if (factors[i] == 0) {
          std::fill(to, to + each, 0.0f);
          continue;
        }
        for (std::int64_t e = 0; e < each; ++e) to[e] = from[e] * factors[i];
      }
    });
  });
}

}  // namespace stepscope::kernels
#endif
