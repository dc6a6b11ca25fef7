#include "core/backend/cpu/ops/plain/plain_product.h"

#include <algorithm>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/plain/plain_product.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

constexpr std::int64_t kRows = 4, kColumns = 32, kDepth = 256;
constexpr std::int64_t kVectors = kColumns / kLanes;

// Copies `depth` rows of kColumns columns of B, with zeros after its last column.
void packColumns(PlainMatrix b, std::int64_t depth, std::int64_t columns, float* panel) {
  for (std::int64_t l = 0; l < depth; ++l)
    for (std::int64_t j = 0; j < kColumns; ++j) panel[l * kColumns + j] = j < columns ? b.data[l * b.rowStride + j * b.columnStride] : 0.0F;
}

// c (kRows, kColumns) = a (rows, depth) * panel; rows of `c` after the first `rows` are not meaningful.
HWY_NOINLINE void multiplyRows(std::int64_t rows, std::int64_t depth, PlainMatrix a, const float* panel, float* c) {
  const F32 d;
  F32Vector sum[kRows][kVectors];
  for (std::int64_t i = 0; i < kRows; ++i)
    for (std::int64_t v = 0; v < kVectors; ++v) sum[i][v] = hn::Zero(d);
  const float* left[kRows];
  for (std::int64_t i = 0; i < kRows; ++i) left[i] = a.data + std::min(i, rows - 1) * a.rowStride;  // if there are fewer rows, repeat the last one
  for (std::int64_t l = 0; l < depth; ++l)
    for (std::int64_t i = 0; i < kRows; ++i) {
      const F32Vector element = hn::Set(d, left[i][l * a.columnStride]);
      for (std::int64_t v = 0; v < kVectors; ++v) sum[i][v] = hn::MulAdd(element, hn::LoadU(d, panel + l * kColumns + v * kLanes), sum[i][v]);
    }
  for (std::int64_t i = 0; i < kRows; ++i)
    for (std::int64_t v = 0; v < kVectors; ++v) hn::StoreU(sum[i][v], d, c + i * kColumns + v * kLanes);
}

}  // namespace

void plainProductPart(std::int64_t n, std::int64_t k, PlainMatrix a, PlainMatrix b, float* c, std::int64_t cStride, bool adds, std::byte* workspace,
                      WorkRange rows) {
  auto* const panel = reinterpret_cast<float*>(workspace);
  float made[kRows * kColumns];
  for (std::int64_t column = 0; column < n; column += kColumns) {
    const std::int64_t columns = std::min(kColumns, n - column);
    for (std::int64_t depth = 0; depth < std::max<std::int64_t>(k, 1); depth += kDepth) {
      const std::int64_t part = std::min(kDepth, k - depth);
      packColumns({b.data + depth * b.rowStride + column * b.columnStride, b.rowStride, b.columnStride}, part, columns, panel);
      for (std::int64_t row = rows.begin; row < rows.end; row += kRows) {
        const std::int64_t count = std::min(kRows, rows.end - row);
        multiplyRows(count, part, {a.data + row * a.rowStride + depth * a.columnStride, a.rowStride, a.columnStride}, panel, made);
        for (std::int64_t i = 0; i < count; ++i)
          for (std::int64_t j = 0; j < columns; ++j) {
            float& to = c[(row + i) * cStride + column + j];
            to = adds || depth > 0 ? to + made[i * kColumns + j] : made[i * kColumns + j];
          }
      }
    }
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(plainProductPart);

namespace {

constexpr std::int64_t kPanelBytes = 256 * 32 * 4;

}  // namespace

std::int64_t plainProductWorkspaceBytes(int threads) {
  return threads * kPanelBytes;
}

void plainProduct(std::int64_t m, std::int64_t n, std::int64_t k, PlainMatrix a, PlainMatrix b, float* c, std::int64_t cStride, bool adds,
                  std::byte* workspace, int threads) {
  const int team = static_cast<int>(std::clamp<std::int64_t>(m * n * k / 100'000, 1, threads));
  parallelParts(m, team, 4, [&](WorkRange rows, int thread) {
    if (!rows.empty()) HWY_DYNAMIC_DISPATCH(plainProductPart)(n, k, a, b, c, cStride, adds, workspace + thread * kPanelBytes, rows);
  });
}

}  // namespace stepscope::kernels
#endif
