#include "core/backend/cpu/kernels/bf16_product.h"

#include <algorithm>

#include "core/backend/cpu/kernels/bf16_instructions.h"
#include "core/backend/cpu/kernels/parallel.h"

namespace stepscope::kernels {

namespace {

constexpr std::int64_t kBlock = 16;       // columns of a vector
constexpr std::int64_t kPairBlock = 32;   // bf16 numbers of a block's pair of rows
constexpr std::int64_t kGroup = 4;        // blocks of x whose sums stay in registers
constexpr std::int64_t kPairs = 256;      // pairs of rows of a chunk
constexpr std::int64_t kMostBlocks = 32;  // of x packed together, which stay in the second-level cache with those of dy

struct GradWeightPlan {
  std::int64_t rows, inputs, outputs;  // blocks of columns
  int team;

  GradWeightPlan(std::int64_t rowCount, std::int64_t k, std::int64_t o, int threads)
      : rows(rowCount), inputs(k / kBlock), outputs(o / kBlock), team(static_cast<int>(std::min<std::int64_t>(outputs, threads))) {}
  std::int64_t packedInputs() const { return std::min(inputs, kMostBlocks) * kPairs * kPairBlock; }
  std::int64_t packedOutputs() const { return (outputs + team - 1) / team * kPairs * kPairBlock; }
  std::int64_t threadElements() const { return packedInputs() + packedOutputs(); }
};

#if defined(__x86_64__)

// Rows [first, first + 2 pairs) of a block of columns, a pair of rows side by side, `step` blocks from pair to pair; zeros past the end.
STEPSCOPE_BF16_TARGET void packPairs(const std::uint16_t* from, std::int64_t width, std::int64_t rows, std::int64_t step,
                                     std::uint16_t* to) {
  for (std::int64_t r = 0; r < rows; r += 2, from += 2 * width, to += step * kPairBlock) {
    const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i second = r + 1 < rows ? _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + width)) : _mm256_setzero_si256();
    _mm512_store_si512(to, pairsOf(joined(first, second)));
  }
}

void gradWeightOf(const GradWeightPlan& p, WorkRange outputs, const std::uint16_t* x, const std::uint16_t* dy, float* dw,
                  std::uint16_t* buffer) {
  const std::int64_t k = p.inputs * kBlock, o = p.outputs * kBlock;
  std::uint16_t *packedX = buffer, *packedY = buffer + p.packedInputs();
  for (std::int64_t begin = 0; begin < p.inputs; begin += kMostBlocks) {
    const std::int64_t end = std::min(begin + kMostBlocks, p.inputs);
    for (std::int64_t row = 0; row < p.rows; row += 2 * kPairs) {
      const std::int64_t rows = std::min(2 * kPairs, p.rows - row), pairs = (rows + 1) / 2;
      for (std::int64_t b = outputs.begin; b < outputs.end; ++b)
        packPairs(dy + row * o + b * kBlock, o, rows, 1, packedY + (b - outputs.begin) * kPairs * kPairBlock);
      for (std::int64_t group = begin; group < end; group += kGroup) {
        const std::int64_t vectors = std::min(kGroup, end - group);
        std::uint16_t* right = packedX + (group - begin) * kPairs * kPairBlock;
        for (std::int64_t v = 0; v < vectors; ++v) packPairs(x + row * k + (group + v) * kBlock, k, rows, vectors, right + v * kPairBlock);
        PairProduct product{.aRow = 2, .aPair = kPairBlock, .b = right, .pairs = pairs, .cRow = k, .add = row > 0};
        for (std::int64_t b = outputs.begin; b < outputs.end; ++b) {
          product.a = packedY + (b - outputs.begin) * kPairs * kPairBlock;
          product.c = dw + b * kBlock * k + group * kBlock;
          multiplyRows(product, kBlock, vectors);
        }
      }
    }
  }
}

#endif

}  // namespace

bool multipliesBf16Pairs() {
#if defined(__x86_64__)
  return true;
#else
  return false;
#endif
}

#if defined(__x86_64__)

void multiplyBf16Pairs(const PairProduct& product, std::int64_t rows, std::int64_t vectors) {
  multiplyRows(product, rows, vectors);
}

void packBf16Rows(const std::uint16_t* from, std::int64_t stride, std::int64_t rows, std::int64_t columns, std::uint16_t* to) {
  const std::int64_t blocks = columns / kBlock, pairs = (rows + 1) / 2;
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::int64_t group = b / kGroup, vectors = std::min(kGroup, blocks - group * kGroup);
    packPairs(from + b * kBlock, stride, rows, vectors, to + (group * kGroup * pairs + b % kGroup) * kPairBlock);
  }
}

STEPSCOPE_BF16_TARGET void packBf16Transposed(const std::uint16_t* from, std::int64_t stride, std::int64_t rows, std::int64_t columns,
                                              std::uint16_t* to) {
  const std::int64_t blocks = (rows + kBlock - 1) / kBlock, pairs = columns / 2;
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::int64_t group = b / kGroup, vectors = std::min(kGroup, blocks - group * kGroup);
    for (std::int64_t c = 0; c < columns; c += kBlock)
      transposePairs(from + b * kBlock * stride + c, stride, rows - b * kBlock,
                     to + (group * kGroup * pairs + c / 2 * vectors + b % kGroup) * kPairBlock, vectors * kPairBlock);
  }
}

void packBf16Columns(const std::uint16_t* from, std::int64_t stride, std::int64_t rows, std::int64_t columns, std::uint16_t* to) {
  for (std::int64_t b = 0; b < columns / kBlock; ++b) packPairs(from + b * kBlock, stride, rows, 1, to + b * ((rows + 1) / 2) * kPairBlock);
}

#else

void multiplyBf16Pairs(const PairProduct&, std::int64_t, std::int64_t) {}
void packBf16Rows(const std::uint16_t*, std::int64_t, std::int64_t, std::int64_t, std::uint16_t*) {}
void packBf16Transposed(const std::uint16_t*, std::int64_t, std::int64_t, std::int64_t, std::uint16_t*) {}
void packBf16Columns(const std::uint16_t*, std::int64_t, std::int64_t, std::int64_t, std::uint16_t*) {}

#endif

std::int64_t bf16LinearGradWeightWorkspaceBytes(std::int64_t rows, std::int64_t k, std::int64_t o, int threads) {
  const GradWeightPlan plan(rows, k, o, threads);
  return plan.team * plan.threadElements() * static_cast<std::int64_t>(sizeof(std::uint16_t));
}

void bf16LinearGradWeight(std::int64_t rows, std::int64_t k, std::int64_t o, const std::uint16_t* x, const std::uint16_t* dy, float* dw,
                          void* workspace, int threads) {
#if defined(__x86_64__)
  const GradWeightPlan plan(rows, k, o, threads);
  parallelParts(plan.outputs, plan.team, 1, [&](WorkRange outputs, int thread) {
    gradWeightOf(plan, outputs, x, dy, dw, static_cast<std::uint16_t*>(workspace) + thread * plan.threadElements());
  });
#else
  static_cast<void>(rows), static_cast<void>(k), static_cast<void>(o), static_cast<void>(x), static_cast<void>(dy);
  static_cast<void>(dw), static_cast<void>(workspace), static_cast<void>(threads);
#endif
}

}  // namespace stepscope::kernels
