#include "core/backend/cpu/simd/bf16_product.h"

#include <algorithm>

#include "core/backend/cpu/simd/bf16_instructions.h"
#include "core/backend/cpu/simd/bf16_pairs.h"

namespace stepscope::kernels {

namespace {

constexpr std::int64_t kBlock = 16;      // columns of a vector
constexpr std::int64_t kPairBlock = 32;  // bf16 numbers of a pair of rows in one block

#if defined(__x86_64__)

// Packs a block of 16 columns: each two rows are interleaved as 16 pairs, written `step` pair blocks apart; an odd last row is paired with zeros.
STEPSCOPE_BF16_TARGET void packPairs(const std::uint16_t* from, std::int64_t width, std::int64_t rows, std::int64_t step, std::uint16_t* to) {
  for (std::int64_t r = 0; r < rows; r += 2, from += 2 * width, to += step * kPairBlock) {
    const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i second = r + 1 < rows ? _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + width)) : _mm256_setzero_si256();
    _mm512_store_si512(to, pairsOf(joined(first, second)));
  }
}

#endif

}  // namespace

#if defined(__x86_64__)

void multiplyBf16Pairs(const PairProduct& product, std::int64_t rows, std::int64_t vectors) {
  multiplyRows(product, rows, vectors);
}

void packBf16Rows(const std::uint16_t* from, std::int64_t stride, std::int64_t rows, std::int64_t columns, std::uint16_t* to) {
  const std::int64_t blocks = columns / kBlock, pairs = (rows + 1) / 2;
  for (std::int64_t g = 0; g < pairGroups(blocks); ++g) {
    const WorkRange group = pairGroup(blocks, g);
    for (std::int64_t b = group.begin; b < group.end; ++b)
      packPairs(from + b * kBlock, stride, rows, group.end - group.begin, to + (group.begin * pairs + b - group.begin) * kPairBlock);
  }
}

STEPSCOPE_BF16_TARGET void packBf16Transposed(const std::uint16_t* from, std::int64_t stride, std::int64_t rows, std::int64_t columns,
                                              std::uint16_t* to) {
  const std::int64_t blocks = (rows + kBlock - 1) / kBlock, pairs = columns / 2;
  for (std::int64_t g = 0; g < pairGroups(blocks); ++g) {
    const WorkRange group = pairGroup(blocks, g);
    const std::int64_t vectors = group.end - group.begin;
    for (std::int64_t b = group.begin; b < group.end; ++b)
      for (std::int64_t c = 0; c < columns; c += kBlock)
        transposePairs(from + b * kBlock * stride + c, stride, rows - b * kBlock,
                       to + (group.begin * pairs + c / 2 * vectors + b - group.begin) * kPairBlock, vectors * kPairBlock);
  }
}

#else

void multiplyBf16Pairs(const PairProduct&, std::int64_t, std::int64_t) {
  requireBf16Pairs();
}
void packBf16Rows(const std::uint16_t*, std::int64_t, std::int64_t, std::int64_t, std::uint16_t*) {
  requireBf16Pairs();
}
void packBf16Transposed(const std::uint16_t*, std::int64_t, std::int64_t, std::int64_t, std::uint16_t*) {
  requireBf16Pairs();
}

#endif

}  // namespace stepscope::kernels
