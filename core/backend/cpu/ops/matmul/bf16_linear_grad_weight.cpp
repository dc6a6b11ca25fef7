#include <algorithm>

#include "core/backend/cpu/ops/matmul/bf16_linear_grad_weight.h"
#include "core/backend/cpu/simd/bf16_instructions.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

namespace {

constexpr std::int64_t kBlock = 16;      // columns of a vector
constexpr std::int64_t kPairBlock = 32;  // bf16 numbers of a pair of rows in one block
constexpr std::int64_t kGroup = 4;       // blocks of x whose sums stay in registers
constexpr std::int64_t kPairs = 400;     // about this many pairs of rows in a chunk; dw is read and written once per chunk
constexpr std::int64_t kAhead = 16;      // rows prefetched before they are packed
constexpr std::int64_t kLine = 64;       // bytes: two blocks of a row

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

struct Plan {
  std::int64_t rows, inputs, outputs;  // rows; blocks of columns of x; of dy
  std::int64_t pairs;                  // pairs of rows of a chunk
  bool cutsInputs;                     // true: threads divide x, not dy. The wider one is divided, since every thread packs all of the other
  int team;

  Plan(std::int64_t rowCount, std::int64_t k, std::int64_t o, int threads) : rows(rowCount), inputs(k / kBlock), outputs(o / kBlock) {
    const std::int64_t all = ceilDiv(rows, 2);
    pairs = ceilDiv(all, std::max<std::int64_t>(1, ceilDiv(all, kPairs)));
    cutsInputs = inputs > outputs;
    team = static_cast<int>(std::min<std::int64_t>(ceilDiv(std::max(inputs, outputs), grain()), threads));
  }
  std::int64_t grain() const { return cutsInputs ? kGroup : 2; }
  std::int64_t mostOutputs() const { return cutsInputs ? outputs : std::min(outputs, (ceilDiv(outputs, team) + 1) / 2 * 2); }
  std::int64_t packedInputs() const { return kGroup * pairs * kPairBlock; }
  std::int64_t threadElements() const { return packedInputs() + mostOutputs() * pairs * kPairBlock; }
};

#if defined(__x86_64__)

// Packs rows of up to kGroup blocks of columns, with pairs of rows interleaved: pair p of block b at to + p * pairStep + b * blockStep. An odd last
// row is paired with zeros. With kSums the sums of the columns are added to `sums`. Whole cache lines are prefetched a few rows before they are
// packed.
template <bool kSums>
STEPSCOPE_BF16_TARGET void packBlocks(const std::uint16_t* from, std::int64_t width, std::int64_t rows, std::int64_t blocks, std::uint16_t* to,
                                      std::int64_t pairStep, std::int64_t blockStep, float* sums) {
  const auto ones = reinterpret_cast<__m512bh>(_mm512_set1_epi16(0x3F80));
  __m512 sum[kGroup];
  for (std::int64_t b = 0; b < kGroup; ++b) sum[b] = _mm512_setzero_ps();
  const auto keep = [&](std::int64_t block, __m512i pairs, std::uint16_t* at) STEPSCOPE_BF16_TARGET {
    _mm512_store_si512(at + block * blockStep, pairs);
    if constexpr (kSums) sum[block] = _mm512_dpbf16_ps(sum[block], reinterpret_cast<__m512bh>(pairs), ones);
  };
  for (std::int64_t r = 0; r < rows; r += 2, from += 2 * width, to += pairStep) {
    const bool both = r + 1 < rows;
#pragma GCC unroll 2
    for (std::int64_t b = 0; b + 1 < kGroup; b += 2) {
      if (b >= blocks) break;
      const std::uint16_t* at = from + b * kBlock;
      _mm_prefetch(reinterpret_cast<const char*>(at + kAhead * width), _MM_HINT_T0);
      _mm_prefetch(reinterpret_cast<const char*>(at + (kAhead + 1) * width), _MM_HINT_T0);
      if (b + 1 < blocks) {
        const TwoBlocks pairs = pairsOf(_mm512_loadu_si512(at), both ? _mm512_loadu_si512(at + width) : _mm512_setzero_si512());
        keep(b, pairs.first, to);
        keep(b + 1, pairs.last, to);
      } else {
        const auto half = [](const std::uint16_t* p) { return reinterpret_cast<const __m256i*>(p); };
        const __m256i first = _mm256_loadu_si256(half(at)), second = both ? _mm256_loadu_si256(half(at + width)) : _mm256_setzero_si256();
        keep(b, pairsOf(joined(first, second)), to);
      }
    }
  }
  if constexpr (kSums)
    for (std::int64_t b = 0; b < blocks; ++b) _mm512_storeu_ps(sums + b * kBlock, _mm512_add_ps(_mm512_loadu_ps(sums + b * kBlock), sum[b]));
}

void gradWeightOf(const Plan& p, WorkRange inputs, WorkRange outputs, const std::uint16_t* x, const std::uint16_t* dy, float* dw, float* db,
                  std::uint16_t* buffer) {
  const std::int64_t k = p.inputs * kBlock, o = p.outputs * kBlock, block = p.pairs * kPairBlock;
  std::uint16_t *packedX = buffer, *packedY = buffer + p.packedInputs();
  if (db) std::fill(db + outputs.begin * kBlock, db + outputs.end * kBlock, 0.0f);
  for (std::int64_t row = 0; row < p.rows; row += 2 * p.pairs) {
    const std::int64_t rows = std::min(2 * p.pairs, p.rows - row);
    for (std::int64_t b = outputs.begin; b < outputs.end; b += kGroup) {
      const std::int64_t blocks = std::min(kGroup, outputs.end - b);
      std::uint16_t* to = packedY + (b - outputs.begin) * block;
      if (db) packBlocks<true>(dy + row * o + b * kBlock, o, rows, blocks, to, kPairBlock, block, db + b * kBlock);
      else packBlocks<false>(dy + row * o + b * kBlock, o, rows, blocks, to, kPairBlock, block, nullptr);
    }
    for (std::int64_t group = inputs.begin; group < inputs.end; group += kGroup) {
      const std::int64_t vectors = std::min(kGroup, inputs.end - group);
      packBlocks<false>(x + row * k + group * kBlock, k, rows, vectors, packedX, vectors * kPairBlock, kPairBlock, nullptr);
      PairProduct product{.aRow = 2, .aPair = kPairBlock, .b = packedX, .pairs = (rows + 1) / 2, .cRow = k, .add = row > 0};
      for (std::int64_t b = outputs.begin; b < outputs.end; ++b) {
        product.a = packedY + (b - outputs.begin) * block;
        product.c = dw + b * kBlock * k + group * kBlock;
        multiplyRows(product, kBlock, vectors);
      }
    }
  }
}

#endif

}  // namespace

std::int64_t linearGradWeightBf16WorkspaceBytes(std::int64_t rows, std::int64_t k, std::int64_t o, int threads) {
  const Plan plan(rows, k, o, threads);
  return plan.team * plan.threadElements() * static_cast<std::int64_t>(sizeof(std::uint16_t));
}

void linearGradWeightBf16(std::int64_t rows, std::int64_t k, std::int64_t o, const std::uint16_t* x, const std::uint16_t* dy, float* dw, float* db,
                          void* workspace, int threads) {
  requireBf16Pairs();
#if defined(__x86_64__)
  const Plan plan(rows, k, o, threads);
  parallelParts(plan.cutsInputs ? plan.inputs : plan.outputs, plan.team, plan.grain(), [&](WorkRange part, int thread) {
    auto* buffer = static_cast<std::uint16_t*>(workspace) + thread * plan.threadElements();
    if (plan.cutsInputs) gradWeightOf(plan, part, {0, plan.outputs}, x, dy, dw, thread == 0 ? db : nullptr, buffer);
    else gradWeightOf(plan, {0, plan.inputs}, part, x, dy, dw, db, buffer);
  });
#else
  static_cast<void>(rows), static_cast<void>(k), static_cast<void>(o), static_cast<void>(x), static_cast<void>(dy);
  static_cast<void>(dw), static_cast<void>(db), static_cast<void>(workspace), static_cast<void>(threads);
#endif
}

}  // namespace stepscope::kernels
