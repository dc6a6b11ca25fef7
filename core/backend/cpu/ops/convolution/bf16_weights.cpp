#include "core/backend/cpu/ops/convolution/bf16_weights.h"

#include "core/backend/cpu/simd/bf16_instructions.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

#if defined(__x86_64__)

namespace {

constexpr std::int64_t kBlock = 16;

// Packs a block of 16 outputs, `row` floats apart, by 16 inputs.
STEPSCOPE_BF16_TARGET void packBlock(const float* from, std::int64_t row, bool pairsOfOutputs, std::uint16_t* to) {
  if (pairsOfOutputs) {
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k, from += 2 * row) {
      const __m256i first = toBf16(_mm512_loadu_ps(from)), second = toBf16(_mm512_loadu_ps(from + row));
      _mm512_store_si512(to + k * 2 * kBlock, pairsOf(joined(first, second)));
    }
    return;
  }
  alignas(64) std::uint16_t rows[kBlock * kBlock];
#pragma GCC unroll 16
  for (int r = 0; r < kBlock; ++r) _mm256_store_si256(reinterpret_cast<__m256i*>(rows + r * kBlock), toBf16(_mm512_loadu_ps(from + r * row)));
  transposePairs(rows, kBlock, kBlock, to, 2 * kBlock);
}

}  // namespace

void blockWeightsBf16(std::int64_t outC, std::int64_t inC, std::int64_t taps, Bf16WeightBlocks blocks, const float* w, std::uint16_t* to,
                      int threads) {
  requireBf16Pairs();
  const std::int64_t outputs = outC / kBlock, inputs = inC / kBlock, row = inputs * taps * kBlock;
  const std::int64_t inner = blocks.inputsOutermost ? outputs : inputs;
  parallelParts(outputs * inputs, teamForBytes(outC * inC * taps * 6, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const std::int64_t output = blocks.inputsOutermost ? i % inner : i / inner, input = blocks.inputsOutermost ? i / inner : i % inner;
      for (std::int64_t tap = 0; tap < taps; ++tap)
        packBlock(w + output * kBlock * row + (input * taps + tap) * kBlock, row, blocks.pairsOfOutputs, to + (i * taps + tap) * kBlock * kBlock);
    }
  });
}

#else

void blockWeightsBf16(std::int64_t, std::int64_t, std::int64_t, Bf16WeightBlocks, const float*, std::uint16_t*, int) {
  requireBf16Pairs();
}

#endif

}  // namespace stepscope::kernels
