// Transposes tiles: dst[c * dstStride + r] = src[r * srcStride + c].
#if defined(STEPSCOPE_TRANSPOSE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_TRANSPOSE_INL_H
#undef STEPSCOPE_TRANSPOSE_INL_H
#else
#define STEPSCOPE_TRANSPOSE_INL_H
#endif

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR
// Stores every 128-bit block of a vector at p, p + step, p + 2 step, ...
template <class D, class V>
HWY_INLINE void storeBlocks(D d, V v, float* p, std::int64_t step) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    hn::StoreU(v, d, p);
  } else {
    const hn::Half<D> half;
    storeBlocks(half, hn::LowerHalf(half, v), p, step);
    storeBlocks(half, hn::UpperHalf(half, v), p + static_cast<std::int64_t>(hn::MaxLanes(half)) / 4 * step, step);
  }
}

// Transposes four rows of kLanes columns; if `columns` is less than kLanes, only that many are written.
HWY_INLINE void transposeFourRows(F32Vector a, F32Vector b, F32Vector c, F32Vector e, float* dst, std::int64_t dstStride, std::int64_t columns) {
  const F32 d;
  const hn::Repartition<double, F32> d64;
  // Every 128-bit block is transposed as a 4x4 matrix.
  const auto ab0 = hn::InterleaveLower(d, a, b), ab1 = hn::InterleaveUpper(d, a, b);
  const auto ce0 = hn::InterleaveLower(d, c, e), ce1 = hn::InterleaveUpper(d, c, e);
  const auto low = [&](F32Vector x, F32Vector y)
                       HWY_ATTR { return hn::BitCast(d, hn::InterleaveLower(d64, hn::BitCast(d64, x), hn::BitCast(d64, y))); };
  const auto high = [&](F32Vector x, F32Vector y)
                        HWY_ATTR { return hn::BitCast(d, hn::InterleaveUpper(d64, hn::BitCast(d64, x), hn::BitCast(d64, y))); };
  const F32Vector column[4] = {low(ab0, ce0), high(ab0, ce0), low(ab1, ce1), high(ab1, ce1)};
  if (columns == kLanes) {
    for (int j = 0; j < 4; ++j) storeBlocks(d, column[j], dst + j * dstStride, 4 * dstStride);
    return;
  }
  HWY_ALIGN float buffer[4][kLanes];
  for (int j = 0; j < 4; ++j) hn::Store(column[j], d, buffer[j]);
  for (std::int64_t i = 0; i < columns; ++i) std::memcpy(dst + i * dstStride, buffer[i % 4] + i / 4 * 4, 4 * sizeof(float));
}
#endif

// Transposes `rows` rows, of which only `present` are in memory; the others count as zeros. Every row of `dst` is written with `rows` floats.
inline void transposeTile(const float* src, std::int64_t srcStride, std::int64_t present, std::int64_t rows, std::int64_t columns, float* dst,
                          std::int64_t dstStride) {
  std::int64_t done = 0;
#if HWY_TARGET != HWY_SCALAR
  // Columns in pieces, so that a cache line that is written in four parts stays in the first-level cache until it is complete.
  constexpr std::int64_t kPiece = 4 * kLanes;
  done = rows / 4 * 4;
  for (std::int64_t piece = 0; piece < columns; piece += kPiece)
    for (std::int64_t r = 0; r < done; r += 4)
      for (std::int64_t start = piece; start < std::min(columns, piece + kPiece); start += kLanes) {
        // If there is a previous vector of columns, the last one overlaps it instead of being partial.
        const std::int64_t c = columns >= kLanes ? std::min(start, columns - kLanes) : start;
        const std::int64_t count = std::min(kLanes, columns - c);
        const auto row = [&](std::int64_t i) HWY_ATTR {
          if (r + i >= present) return hn::Zero(F32());
          const float* p = src + (r + i) * srcStride + c;
          return count == kLanes ? hn::LoadU(F32(), p) : loadFirst(p, count);
        };
        transposeFourRows(row(0), row(1), row(2), row(3), dst + c * dstStride + r, dstStride, count);
      }
#endif
  for (std::int64_t c = 0; c < columns && done < rows; ++c)
    for (std::int64_t r = done; r < rows; ++r) dst[c * dstStride + r] = r < present ? src[r * srcStride + c] : 0.0f;
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
