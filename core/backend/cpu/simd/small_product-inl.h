// Matrix products of small operands, which are in the caches of a core: C(m, n) = [C +] A(m, k) * B(k, n). A tile of C stays in registers over all of
// k; elements of A are read one at a time, so A may be transposed; rows of B and C are whole vectors. Large products are left to the library, with
// its packing and blocking; neither is worthwhile here.
#if defined(STEPSCOPE_SMALL_PRODUCT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef STEPSCOPE_SMALL_PRODUCT_INL_H
#undef STEPSCOPE_SMALL_PRODUCT_INL_H
#else
#define STEPSCOPE_SMALL_PRODUCT_INL_H
#endif

#include <algorithm>

#include "core/backend/cpu/simd/simd-inl.h"
#include "core/backend/cpu/simd/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// 6 rows of 4 vectors leave 8 of AVX-512's 32 registers for operands; 16 registers hold 6 rows of 2.
inline constexpr std::int64_t kTileRows = 6;
inline constexpr std::int64_t kTileVectors = HWY_TARGET <= HWY_AVX3 ? 4 : 2;
// Columns of a tile, and of a panel of B.
inline constexpr std::int64_t kPanel = kTileVectors * kLanes;

struct LeftMatrix {
  const float* data;
  std::int64_t rowStride, columnStride;  // in floats, from element (i, l) to (i + 1, l), and to (i, l + 1)
};

// Panels of kPanel columns: panel p begins at data + p * panelStride, and its rows are `stride` floats apart. An unpacked row-major matrix has
// panelStride kPanel.
struct RightMatrix {
  const float* data;
  std::int64_t stride, panelStride;
};

template <std::int64_t kRows, std::int64_t kVectors>
HWY_INLINE void multiplyTile(std::int64_t k, LeftMatrix a, const float* b, std::int64_t bStride, F32Vector (&sum)[kRows][kVectors]) {
  const F32 d;
  const float* left[kRows];
  for (std::int64_t i = 0; i < kRows; ++i) left[i] = a.data + i * a.rowStride;
  for (std::int64_t l = 0; l < k; ++l) {
    F32Vector right[kVectors];
    for (std::int64_t v = 0; v < kVectors; ++v) right[v] = hn::LoadU(d, b + l * bStride + v * kLanes);
    for (std::int64_t i = 0; i < kRows; ++i) {
      const auto element = hn::Set(d, left[i][l * a.columnStride]);
      for (std::int64_t v = 0; v < kVectors; ++v) sum[i][v] = hn::MulAdd(element, right[v], sum[i][v]);
    }
  }
}

template <std::int64_t kRows, std::int64_t kVectors>
HWY_NOINLINE void productTile(std::int64_t k, LeftMatrix a, const float* b, std::int64_t bStride, float* c, std::int64_t cStride, bool accumulate) {
  const F32 d;
  F32Vector sum[kRows][kVectors];
  for (std::int64_t i = 0; i < kRows; ++i)
    for (std::int64_t v = 0; v < kVectors; ++v) sum[i][v] = accumulate ? hn::LoadU(d, c + i * cStride + v * kLanes) : hn::Zero(d);
  multiplyTile<kRows, kVectors>(k, a, b, bStride, sum);
  for (std::int64_t i = 0; i < kRows; ++i)
    for (std::int64_t v = 0; v < kVectors; ++v) hn::StoreU(sum[i][v], d, c + i * cStride + v * kLanes);
}

template <std::int64_t kVectors>
void productRows(std::int64_t rows, std::int64_t k, LeftMatrix a, const float* b, std::int64_t bStride, float* c, std::int64_t cStride,
                 bool accumulate) {
  static_assert(kTileRows == 6);
  switch (rows) {
    case 6: return productTile<6, kVectors>(k, a, b, bStride, c, cStride, accumulate);
    case 5: return productTile<5, kVectors>(k, a, b, bStride, c, cStride, accumulate);
    case 4: return productTile<4, kVectors>(k, a, b, bStride, c, cStride, accumulate);
    case 3: return productTile<3, kVectors>(k, a, b, bStride, c, cStride, accumulate);
    case 2: return productTile<2, kVectors>(k, a, b, bStride, c, cStride, accumulate);
    default: return productTile<1, kVectors>(k, a, b, bStride, c, cStride, accumulate);
  }
}

// Calls visit(first, count) for the rows of a matrix, in tiles of nearly equal height, at most kTileRows.
template <class Visit>
HWY_INLINE void overTileRows(std::int64_t rows, const Visit& visit) {
  for (std::int64_t first = 0; first < rows;) {
    const std::int64_t left = rows - first, tiles = (left + kTileRows - 1) / kTileRows, count = (left + tiles - 1) / tiles;
    visit(first, count);
    first += count;
  }
}

// C(m, n) = [C +] A(m, k) * B(k, n). n must be a multiple of kLanes, and C must not overlap A or B.
inline void smallProduct(std::int64_t m, std::int64_t n, std::int64_t k, LeftMatrix a, RightMatrix b, float* c, std::int64_t cStride,
                         bool accumulate) {
  for (std::int64_t column = 0; column < n; column += kPanel) {
    const float* panel = b.data + column / kPanel * b.panelStride;
    overTileRows(m, [&](std::int64_t row, std::int64_t rows) HWY_ATTR {
      const LeftMatrix left{a.data + row * a.rowStride, a.rowStride, a.columnStride};
      float* target = c + row * cStride + column;
      std::int64_t done = 0, vectors = std::min(kPanel, n - column) / kLanes;
      if constexpr (kTileVectors == 4) {
        if (vectors == 4) return productRows<4>(rows, k, left, panel, b.stride, target, cStride, accumulate);
      }
      for (; vectors - done >= 2; done += 2)
        productRows<2>(rows, k, left, panel + done * kLanes, b.stride, target + done * kLanes, cStride, accumulate);
      if (vectors > done) productRows<1>(rows, k, left, panel + done * kLanes, b.stride, target + done * kLanes, cStride, accumulate);
    });
  }
}

// Writes the transpose of a row-major matrix (n, k) to `dst` as packed panels; the columns are filled with zeros up to whole panels. `dst` holds
// ceil(n / kPanel) * k * kPanel floats.
inline RightMatrix packTransposed(const float* src, std::int64_t srcStride, std::int64_t n, std::int64_t k, float* dst) {
  for (std::int64_t first = 0; first < n; first += kPanel)
    transposeTile(src + first * srcStride, srcStride, std::min(kPanel, n - first), kPanel, k, dst + first * k, kPanel);
  return {dst, kPanel, kPanel * k};
}

// Copies a row-major matrix (k, n) to `dst`, with its rows filled with zeros up to `width` floats.
inline RightMatrix packRows(const float* src, std::int64_t srcStride, std::int64_t k, std::int64_t n, std::int64_t width, float* dst) {
  for (std::int64_t l = 0; l < k; ++l) {
    std::memcpy(dst + l * width, src + l * srcStride, static_cast<std::size_t>(n) * sizeof(float));
    std::fill(dst + l * width + n, dst + (l + 1) * width, 0.0f);
  }
  return {dst, width, kPanel};
}

}  // namespace
}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
