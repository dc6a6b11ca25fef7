#include "core/backend/cpu/ops/convolution/bf16_winograd.h"

#include "core/backend/cpu/ops/convolution/bf16_winograd_plan.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

namespace winograd {

namespace {

constexpr std::int64_t kCachedSums = 1280 * 1024;    // bytes; if the sums of a thread are at most this large, every chunk is added to all of them
constexpr std::int64_t kChunkBytes = 768 * 1024;     // bytes of a chunk's tiles, all positions
constexpr std::int64_t kPositionBytes = 384 * 1024;  // bytes of a chunk's tiles per position, if the sums are larger than that

}  // namespace

GradWeightPlan::GradWeightPlan(const ConvolutionShape& s, std::int64_t xBlock, std::int64_t dyBlock, int threads)
    : x(s.inC, s.inH, s.inW, xBlock), dy(s.outC, s.outH(), s.outW(), dyBlock), tiles(s.n, dy.h, dy.w), padH(s.padH), padW(s.padW) {
  const bool divideTiles = sumBytes() <= kCachedSums && tiles.count >= 64 * threads;
  if (divideTiles) tileParts = threads;
  else outputParts = static_cast<int>(std::min<std::int64_t>(dy.blocks, threads));
  mostOutputs = ceilDiv(dy.blocks, outputParts);
  const std::int64_t ofPair = (x.blocks + mostOutputs) * 2 * kBlock * 2;
  const std::int64_t share = ceilDiv(ceilDiv(tiles.count, 2), tileParts);
  const bool cached = sumBytes() / outputParts <= kCachedSums;
  const std::int64_t most = std::max<std::int64_t>(16, cached ? kChunkBytes / (kPositions * ofPair) : kPositionBytes / ofPair);
  chunkPairs = ceilDiv(share, ceilDiv(share, most));
}

#if defined(__x86_64__)

namespace {

class Worker {
 public:
  Worker(const GradWeightPlan& plan, const std::uint16_t* x, const std::uint16_t* dy, std::byte* buffer, float* sums)
      : p_(plan),
        x_(x),
        dy_(dy),
        inputs_(reinterpret_cast<std::uint16_t*>(buffer)),
        gradients_(inputs_ + kPositions * plan.inputStep()),
        sums_(sums) {}

  // Adds the gradients of these pairs of tiles for these blocks of output channels.
  void run(WorkRange pairs, WorkRange outputs) const {
    for (std::int64_t first = pairs.begin; first < pairs.end; first += p_.chunkPairs) {
      const std::int64_t count = std::min(p_.chunkPairs, pairs.end - first);
      transformInputs(first, count);
      transformGradients(first, count, outputs);
      multiply(count, outputs, first > pairs.begin);
    }
  }

 private:
  template <int kSide>
  Window<kSide> window(const Images& view, const std::uint16_t* images, std::int64_t tile, std::int64_t padH, std::int64_t padW) const {
    if (tile >= p_.tiles.count) return {};
    return {view, images, p_.tiles.sampleOf(tile), p_.tiles.top(tile) - padH, p_.tiles.left(tile) - padW};
  }

  // Writes [position][group of four blocks][pair of tiles][block of the group][channel][2].
  STEPSCOPE_BF16_TARGET void transformInputs(std::int64_t first, std::int64_t count) const {
    for (std::int64_t k = 0; k < count; ++k) {
      const auto one = window<4>(p_.x, x_, 2 * (first + k), p_.padH, p_.padW), two = window<4>(p_.x, x_, 2 * (first + k) + 1, p_.padH, p_.padW);
      for (std::int64_t block = 0; block < p_.x.blocks; ++block) {
        const std::int64_t group = block / 4, vectors = p_.vectorsOf(group);
        std::uint16_t* to = inputs_ + (group * 4 * p_.chunkPairs + k * vectors + block % 4) * 2 * kBlock;
        __m256i a[kPositions], b[kPositions];
        transformInput(one, block, a);
        transformInput(two, block, b);
#pragma GCC unroll 16
        for (int i = 0; i < kPositions; ++i) _mm512_store_si512(to + i * p_.inputStep(), pairsOf(joined(a[i], b[i])));
      }
    }
  }

  // Writes [position][block][pair of tiles][channel][2].
  STEPSCOPE_BF16_TARGET void transformGradients(std::int64_t first, std::int64_t count, WorkRange outputs) const {
    for (std::int64_t k = 0; k < count; ++k) {
      const auto one = window<2>(p_.dy, dy_, 2 * (first + k), 0, 0), two = window<2>(p_.dy, dy_, 2 * (first + k) + 1, 0, 0);
      for (std::int64_t block = outputs.begin; block < outputs.end; ++block) {
        std::uint16_t* to = gradients_ + ((block - outputs.begin) * p_.chunkPairs + k) * 2 * kBlock;
        __m256i a[kPositions], b[kPositions];
        transformGradient(one, block, a);
        transformGradient(two, block, b);
#pragma GCC unroll 16
        for (int i = 0; i < kPositions; ++i) _mm512_store_si512(to + i * p_.gradientStep(), pairsOf(joined(a[i], b[i])));
      }
    }
  }

  void multiply(std::int64_t count, WorkRange outputs, bool add) const {
    PairProduct product{.aRow = 2, .aPair = 2 * kBlock, .pairs = count, .cRow = p_.sumRow(), .add = add};
    for (std::int64_t i = 0; i < kPositions; ++i)
      for (std::int64_t group = 0; group < p_.groups(); ++group) {
        product.b = inputs_ + i * p_.inputStep() + group * 4 * p_.chunkPairs * 2 * kBlock;
        for (std::int64_t o = outputs.begin; o < outputs.end; ++o) {
          product.a = gradients_ + i * p_.gradientStep() + (o - outputs.begin) * p_.chunkPairs * 2 * kBlock;
          product.c = sums_ + i * p_.sumStep() + o * kBlock * p_.sumRow() + group * 4 * kBlock;
          multiplyRows(product, kBlock, p_.vectorsOf(group));
        }
      }
  }

  const GradWeightPlan& p_;
  const std::uint16_t *x_, *dy_;
  std::uint16_t *inputs_, *gradients_;
  float* sums_;
};

// G^T s G for 16 input channels of one output channel, where s is the total of the sums of all parts of the tiles.
STEPSCOPE_BF16_TARGET void transformSums(const GradWeightPlan& p, const float* sums, std::int64_t output, std::int64_t block, float* to) {
  const __m512 half = _mm512_set1_ps(0.5F);
  const float* from = sums + output * p.sumRow() + block * kBlock;
  __m512 s[kPositions];
#pragma GCC unroll 16
  for (int i = 0; i < kPositions; ++i) s[i] = _mm512_load_ps(from + i * p.sumStep());
  for (int part = 1; part < p.tileParts; ++part) {
    from += kPositions * p.sumStep();
#pragma GCC unroll 16
    for (int i = 0; i < kPositions; ++i) s[i] = _mm512_add_ps(s[i], _mm512_load_ps(from + i * p.sumStep()));
  }
  __m512 r[3][4];
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
    const __m512 sum = _mm512_mul_ps(half, _mm512_add_ps(s[4 + j], s[8 + j]));
    r[0][j] = _mm512_add_ps(s[j], sum);
    r[1][j] = _mm512_mul_ps(half, _mm512_sub_ps(s[4 + j], s[8 + j]));
    r[2][j] = _mm512_add_ps(sum, s[12 + j]);
  }
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    const __m512 sum = _mm512_mul_ps(half, _mm512_add_ps(r[i][1], r[i][2]));
    _mm512_storeu_ps(to + (3 * i) * kBlock, _mm512_add_ps(r[i][0], sum));
    _mm512_storeu_ps(to + (3 * i + 1) * kBlock, _mm512_mul_ps(half, _mm512_sub_ps(r[i][1], r[i][2])));
    _mm512_storeu_ps(to + (3 * i + 2) * kBlock, _mm512_add_ps(sum, r[i][3]));
  }
}

}  // namespace

#endif

}  // namespace winograd

void bf16WinogradGradWeight(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const std::uint16_t* x, const std::uint16_t* dy,
                            float* dw, void* workspace, int threads) {
  requireBf16Pairs();
#if defined(__x86_64__)
  const winograd::GradWeightPlan plan(shape, xBlock, yBlock, threads);
  auto* const buffers = static_cast<std::byte*>(workspace);
  auto* const sums = reinterpret_cast<float*>(buffers + plan.team() * plan.threadBytes());
  parallelParts(plan.team(), plan.team(), 1, [&](WorkRange, int thread) {
    const int tilePart = thread % plan.tileParts, outputPart = thread / plan.tileParts;
    const winograd::Worker worker(plan, x, dy, buffers + thread * plan.threadBytes(), sums + tilePart * winograd::kPositions * plan.sumStep());
    worker.run(partOf(winograd::ceilDiv(plan.tiles.count, 2), plan.tileParts, tilePart), partOf(plan.dy.blocks, plan.outputParts, outputPart));
  });
  parallelParts(shape.outC, plan.team(), 1, [&](WorkRange range, int) {
    for (std::int64_t o = range.begin; o < range.end; ++o)
      for (std::int64_t block = 0; block < plan.x.blocks; ++block)
        winograd::transformSums(plan, sums, o, block, dw + (o * plan.x.blocks + block) * 9 * winograd::kBlock);
  });
#else
  static_cast<void>(shape), static_cast<void>(xBlock), static_cast<void>(yBlock), static_cast<void>(x), static_cast<void>(dy);
  static_cast<void>(dw), static_cast<void>(workspace), static_cast<void>(threads);
#endif
}

}  // namespace stepscope::kernels
