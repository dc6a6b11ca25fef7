#include "core/backend/cpu/ops/convolution/bf16_winograd.h"

#include "core/backend/cpu/ops/convolution/bf16_winograd_plan.h"
#include "core/backend/cpu/ops/convolution/bf16_winograd_tiles.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

namespace winograd {

// Transformed tiles of a chunk plus the sums of one group of result blocks: they fit in the second-level cache.
constexpr std::int64_t kChunkBytes = 768 * 1024;

ProductPlan::ProductPlan(const ConvolutionShape& s, std::int64_t sourceBlock, std::int64_t resultBlock, bool gradient, int threads)
    : source(gradient ? s.outC : s.inC, gradient ? s.outH() : s.inH, gradient ? s.outW() : s.inW, sourceBlock),
      result(gradient ? s.inC : s.outC, gradient ? s.inH : s.outH(), gradient ? s.inW : s.outW(), resultBlock),
      tiles(s.n, result.h, result.w),
      padH(gradient ? 2 - s.padH : s.padH),
      padW(gradient ? 2 - s.padW : s.padW),
      team(static_cast<int>(std::clamp<std::int64_t>(tiles.count / kPairRows, 1, threads))) {
  const std::int64_t ofTile = kPositions * kBlock * (source.blocks * 2 + kPairVectors * 4);
  const std::int64_t most = std::max<std::int64_t>(kChunkBytes / ofTile, 8 * kPairRows);
  const std::int64_t share = ceilDiv(tiles.count, team), chunks = ceilDiv(share, most);
  chunk = ceilDiv(ceilDiv(share, chunks), kPairRows) * kPairRows;
}

#if defined(__x86_64__)

namespace {

// Transformed weights: [group of four result blocks][position][pair of sources][result block of the group][result][2].
class Weights {
 public:
  Weights(const ProductPlan& plan, const ConvolutionShape& s, bool gradient, const std::uint16_t* w, std::uint16_t* to)
      : p_(plan), outC_(s.outC), inputBlocks_(ceilDiv(s.inC, kBlock)), gradient_(gradient), w_(w), to_(to) {}

  // Transforms the weights between block `source` and block `result`.
  STEPSCOPE_BF16_TARGET void transform(std::int64_t source, std::int64_t result) const {
    const std::int64_t outputs = gradient_ ? source : result, inputs = gradient_ ? result : source;
    alignas(64) std::uint16_t tile[kPositions][kBlock][kBlock];  // [position][output][input]
    for (std::int64_t o = 0; o < kBlock; ++o) {
      const std::int64_t channel = outputs * kBlock + o;
      __m256i positions[kPositions];
      if (channel < outC_) {
        const std::uint16_t* from = w_ + (channel * inputBlocks_ + inputs) * 9 * kBlock;
        __m512 taps[9];
#pragma GCC unroll 9
        for (int t = 0; t < 9; ++t) taps[t] = loadBf16(from + (gradient_ ? 8 - t : t) * kBlock);
        transformWeights(taps, positions);
      } else {
        for (auto& position : positions) position = _mm256_setzero_si256();
      }
#pragma GCC unroll 16
      for (int i = 0; i < kPositions; ++i) _mm256_store_si256(reinterpret_cast<__m256i*>(tile[i][o]), positions[i]);
    }
    const std::int64_t group = result / kPairVectors, vectors = p_.vectorsOf(group), pairs = p_.pairs();
    std::uint16_t* to = to_ + p_.weightsOf(group) + (source * 8 * vectors + result % kPairVectors) * 2 * kBlock;
    for (int i = 0; i < kPositions; ++i, to += pairs * vectors * 2 * kBlock) {
      if (!gradient_) {
        transposePairs(tile[i][0], kBlock, kBlock, to, vectors * 2 * kBlock);
        continue;
      }
      for (int k = 0; k < 8; ++k) _mm512_store_si512(to + k * vectors * 2 * kBlock, pairsOf(_mm512_load_si512(tile[i][2 * k])));
    }
  }

 private:
  const ProductPlan& p_;
  std::int64_t outC_, inputBlocks_;
  bool gradient_;
  const std::uint16_t* w_;
  std::uint16_t* to_;
};

class Worker {
 public:
  Worker(const ProductPlan& plan, const std::uint16_t* source, const std::uint16_t* weights, std::uint16_t* result, std::byte* buffer)
      : p_(plan),
        source_(source),
        weights_(weights),
        result_(result),
        inputs_(reinterpret_cast<std::uint16_t*>(buffer)),
        sums_(reinterpret_cast<float*>(buffer + plan.inputBytes())) {}

  void run(WorkRange tiles) const {
    for (std::int64_t first = tiles.begin; first < tiles.end; first += p_.chunk) {
      const std::int64_t count = std::min(p_.chunk, tiles.end - first);
      transformInputs(first, count);
      for (std::int64_t group = 0; group < p_.groups(); ++group) {
        multiply(count, group);
        transformResults(first, count, group);
      }
    }
  }

 private:
  STEPSCOPE_BF16_TARGET void transformInputs(std::int64_t first, std::int64_t count) const {
    for (std::int64_t t = 0; t < count; ++t) {
      const Window<4> window(p_.source, source_, p_.tiles.sampleOf(first + t), p_.tiles.top(first + t) - p_.padH, p_.tiles.left(first + t) - p_.padW);
      std::uint16_t* to = inputs_ + t * p_.source.blocks * kBlock;
      for (std::int64_t block = 0; block < p_.source.blocks; ++block, to += kBlock) {
        __m256i positions[kPositions];
        transformInput(window, block, positions);
#pragma GCC unroll 16
        for (int i = 0; i < kPositions; ++i) _mm256_store_si256(reinterpret_cast<__m256i*>(to + i * p_.inputStep()), positions[i]);
      }
    }
  }

  void multiply(std::int64_t count, std::int64_t group) const {
    const std::int64_t vectors = p_.vectorsOf(group);
    PairProduct product{.aRow = p_.source.blocks * kBlock, .aPair = 2, .pairs = p_.pairs(), .cRow = vectors * kBlock};
    for (std::int64_t i = 0; i < kPositions; ++i) {
      product.a = inputs_ + i * p_.inputStep();
      product.b = weights_ + p_.weightsOf(group) + i * p_.pairs() * vectors * 2 * kBlock;
      product.c = sums_ + i * p_.sumStep();
      multiplyRows(product, count, vectors);
    }
  }

  // The result transform A^T m A, for `count` tiles from tile `first` on.
  STEPSCOPE_BF16_TARGET void transformResults(std::int64_t first, std::int64_t count, std::int64_t group) const {
    const Images& view = p_.result;
    const std::int64_t vectors = p_.vectorsOf(group), step = p_.sumStep();
    for (std::int64_t t = 0; t < count; ++t) {
      const std::int64_t top = p_.tiles.top(first + t), left = p_.tiles.left(first + t);
      const bool below = top + 1 < view.h, beside = left + 1 < view.w;
      std::uint16_t* to =
          result_ + p_.tiles.sampleOf(first + t) * view.sample + group * kPairVectors * view.block + top * view.row + left * view.pixel;
      for (std::int64_t v = 0; v < vectors; ++v, to += view.block) {
        const float* m = sums_ + (t * vectors + v) * kBlock;
        __m512 r[2][4];
#pragma GCC unroll 4
        for (int j = 0; j < 4; ++j) {
          const __m512 m0 = _mm512_load_ps(m + j * step), m1 = _mm512_load_ps(m + (4 + j) * step);
          const __m512 m2 = _mm512_load_ps(m + (8 + j) * step), m3 = _mm512_load_ps(m + (12 + j) * step);
          r[0][j] = _mm512_add_ps(m0, _mm512_add_ps(m1, m2));
          r[1][j] = _mm512_sub_ps(_mm512_sub_ps(m1, m2), m3);
        }
        storeBf16(_mm512_add_ps(r[0][0], _mm512_add_ps(r[0][1], r[0][2])), to);
        if (beside) storeBf16(_mm512_sub_ps(_mm512_sub_ps(r[0][1], r[0][2]), r[0][3]), to + view.pixel);
        if (!below) continue;
        storeBf16(_mm512_add_ps(r[1][0], _mm512_add_ps(r[1][1], r[1][2])), to + view.row);
        if (beside) storeBf16(_mm512_sub_ps(_mm512_sub_ps(r[1][1], r[1][2]), r[1][3]), to + view.row + view.pixel);
      }
    }
  }

  const ProductPlan& p_;
  const std::uint16_t *source_, *weights_;
  std::uint16_t *result_, *inputs_;
  float* sums_;
};

}  // namespace

#endif

namespace {

void convolve(const ConvolutionShape& shape, std::int64_t sourceBlock, std::int64_t resultBlock, bool gradient, const std::uint16_t* source,
              const std::uint16_t* w, std::uint16_t* result, void* workspace, int threads) {
  requireBf16Pairs();
#if defined(__x86_64__)
  const ProductPlan plan(shape, sourceBlock, resultBlock, gradient, threads);
  auto* const transformed = static_cast<std::uint16_t*>(workspace);
  auto* const buffers = static_cast<std::byte*>(workspace) + plan.weightBytes();
  const Weights weights(plan, shape, gradient, w, transformed);
  parallelParts(plan.source.blocks * plan.result.blocks, plan.team, 1, [&](WorkRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i) weights.transform(i % plan.source.blocks, i / plan.source.blocks);
  });
  parallelParts(plan.tiles.count, plan.team, kPairRows,
                [&](WorkRange range, int thread) { Worker(plan, source, transformed, result, buffers + thread * plan.threadBytes()).run(range); });
#else
  static_cast<void>(shape), static_cast<void>(sourceBlock), static_cast<void>(resultBlock), static_cast<void>(gradient);
  static_cast<void>(source), static_cast<void>(w), static_cast<void>(result), static_cast<void>(workspace), static_cast<void>(threads);
#endif
}

}  // namespace

}  // namespace winograd

bool bf16WinogradSupports(const ConvolutionShape& s, std::int64_t xBlock, std::int64_t yBlock) {
#if defined(__x86_64__)
  const auto fits = [](std::int64_t channels, std::int64_t block) {
    return block == winograd::kBlock || (block == channels && channels % winograd::kBlock == 0);
  };
  return multipliesBf16Pairs() && s.kernelH == 3 && s.kernelW == 3 && s.strideH == 1 && s.strideW == 1 && s.padH <= 2 && s.padW <= 2 &&
         fits(s.inC, xBlock) && fits(s.outC, yBlock) && s.n > 0;
#else
  static_cast<void>(s), static_cast<void>(xBlock), static_cast<void>(yBlock);
  return false;
#endif
}

std::int64_t bf16WinogradWorkspaceBytes(ConvolutionPass pass, const ConvolutionShape& s, int threads) {
#if defined(__x86_64__)
  if (pass == ConvolutionPass::GradWeight) return winograd::GradWeightPlan(s, winograd::kBlock, winograd::kBlock, threads).workspaceBytes();
  const winograd::ProductPlan plan(s, winograd::kBlock, winograd::kBlock, pass == ConvolutionPass::GradInput, threads);
  return plan.weightBytes() + plan.team * plan.threadBytes();
#else
  static_cast<void>(pass), static_cast<void>(s), static_cast<void>(threads);
  return 0;
#endif
}

void bf16Winograd(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const std::uint16_t* x, const std::uint16_t* w,
                  std::uint16_t* y, void* workspace, int threads) {
  winograd::convolve(shape, xBlock, yBlock, false, x, w, y, workspace, threads);
}

void bf16WinogradGradInput(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const std::uint16_t* dy, const std::uint16_t* w,
                           std::uint16_t* dx, void* workspace, int threads) {
  winograd::convolve(shape, yBlock, xBlock, true, dy, w, dx, workspace, threads);
}

}  // namespace stepscope::kernels
