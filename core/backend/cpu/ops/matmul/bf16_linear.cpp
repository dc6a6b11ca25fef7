#include "core/backend/cpu/ops/matmul/bf16_linear.h"

#include <algorithm>

#include "core/backend/cpu/simd/bf16_instructions.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/bf16_product.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

namespace {

constexpr std::int64_t kBlock = 16;             // columns of a vector
constexpr std::int64_t kRowBytes = 192 * 1024;  // of the rows that meet one panel after the other, which stay in the second-level cache

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

// Columns are cut over the threads before rows are, as long as each has a whole panel: what a thread packs is then its own.
struct Plan {
  std::int64_t blocks;  // of columns
  int columnParts = 1, rowParts = 1;

  Plan(const LinearBf16& l, int threads) : blocks(l.columns / kBlock) {
    const auto most = static_cast<int>(std::clamp<std::int64_t>(blocks / kPairVectors, 1, threads));
    const auto tiles = std::max<std::int64_t>(1, ceilDiv(l.rows, kPairRows));
    for (int columns = most; columns >= 1; --columns) {
      const auto rows = static_cast<int>(std::min<std::int64_t>(threads / columns, tiles));
      if (columns * rows > team()) columnParts = columns, rowParts = rows;
    }
  }
  int team() const { return columnParts * rowParts; }
  std::int64_t packedElements(const LinearBf16& l) const { return ceilDiv(blocks, columnParts) * kBlock * l.depth; }
};

#if defined(__x86_64__)

template <bool kWide>
STEPSCOPE_BF16_INLINE __m512 loadAs(const void* from, std::int64_t i) {
  if constexpr (kWide) return _mm512_loadu_ps(static_cast<const float*>(from) + i);
  else return loadBf16(static_cast<const std::uint16_t*>(from) + i);
}

struct Operands {
  const std::uint16_t *x, *weights, *bias;
  const void* residual;
  void* y;
};

void partOfLayer(const LinearBf16& l, const Operands& o, WorkRange rows, WorkRange blocks, std::uint16_t* packed) {
  const std::int64_t first = blocks.begin * kBlock, columns = (blocks.end - blocks.begin) * kBlock;
  packBf16Transposed(o.weights + first * l.depth, l.depth, columns, l.depth, packed);
  const std::int64_t share = std::max<std::int64_t>(1, kRowBytes / (2 * l.depth * kPairRows)) * kPairRows;
  for (std::int64_t begin = rows.begin; begin < rows.end; begin += share) {
    const std::int64_t end = std::min(begin + share, rows.end);
    for (std::int64_t g = 0; g < pairGroups(columns / kBlock); ++g) {
      const WorkRange group = pairGroup(columns / kBlock, g);
      const std::int64_t column = group.begin * kBlock, vectors = group.end - group.begin;
      const std::uint16_t* bias = o.bias ? o.bias + first + column : nullptr;
      const PairProduct product{.a = o.x + begin * l.depth, .aRow = l.depth, .b = packed + column * l.depth, .pairs = l.depth / 2};
      const std::int64_t at = begin * l.columns + first + column;
      overTiles(product, end - begin, vectors, [&](std::int64_t row, int v, __m512 value) STEPSCOPE_BF16_TARGET {
        const std::int64_t i = at + row * l.columns + v * kBlock;
        if (bias) value = _mm512_add_ps(value, loadBf16(bias + v * kBlock));
        if (o.residual) value = _mm512_add_ps(value, l.wideResidual ? loadAs<true>(o.residual, i) : loadAs<false>(o.residual, i));
        if (l.relu) value = _mm512_max_ps(_mm512_setzero_ps(), value);  // in this order a NaN stays one
        if (l.wideResult) _mm512_storeu_ps(static_cast<float*>(o.y) + i, value);
        else storeBf16(value, static_cast<std::uint16_t*>(o.y) + i);
      });
    }
  }
}

#endif

}  // namespace

std::int64_t linearBf16WorkspaceBytes(const LinearBf16& layer, int threads) {
  const Plan plan(layer, threads);
  return plan.team() * plan.packedElements(layer) * static_cast<std::int64_t>(sizeof(std::uint16_t));
}

void linearBf16(const LinearBf16& layer, const std::uint16_t* x, const std::uint16_t* weights, const std::uint16_t* bias, const void* residual,
                void* y, void* workspace, int threads) {
  requireBf16Pairs();
#if defined(__x86_64__)
  const Plan plan(layer, threads);
  parallelParts(plan.team(), plan.team(), 1, [&](WorkRange, int thread) {
    const WorkRange columns = partOf(plan.blocks, plan.columnParts, thread % plan.columnParts);
    const WorkRange rows = partOf(layer.rows, plan.rowParts, thread / plan.columnParts, kPairRows);
    auto* packed = static_cast<std::uint16_t*>(workspace) + thread * plan.packedElements(layer);
    partOfLayer(layer, {x, weights, bias, residual, y}, rows, columns, packed);
  });
#else
  static_cast<void>(layer), static_cast<void>(x), static_cast<void>(weights), static_cast<void>(bias), static_cast<void>(residual);
  static_cast<void>(y), static_cast<void>(workspace), static_cast<void>(threads);
#endif
}

}  // namespace stepscope::kernels
