#include "core/backend/cpu/ops/convolution/bf16_stem.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/backend/cpu/simd/bf16_instructions.h"
#include "core/backend/cpu/simd/bf16_pairs.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

namespace {

constexpr std::int64_t kBlock = 16;      // channels of a block: one vector of f32 sums
constexpr std::int64_t kPairBlock = 32;  // bf16 numbers of a block's pairs
constexpr std::int64_t kGroup = 4;       // blocks whose sums stay in registers
constexpr std::int64_t kMostChannels = 4, kMostKernel = 8;

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

std::int64_t lines(std::int64_t bytes) {
  return ceilDiv(bytes, 64) * 64;
}

// What both passes share.
struct Shape {
  ConvolutionShape s;
  std::int64_t outH, outW, blocks;
  std::int64_t rowStep, pixelStep, blockStep, sampleStep;  // of y, in elements
  int team;

  Shape(const ConvolutionShape& shape, std::int64_t yBlock, int threads)
      : s(shape), outH(shape.outH()), outW(shape.outW()), blocks(ceilDiv(shape.outC, kBlock)) {
    const bool blocked = yBlock == kBlock;
    pixelStep = blocked ? kBlock : s.outC;
    rowStep = outW * pixelStep;
    blockStep = blocked ? outH * rowStep : kBlock;
    sampleStep = blocked ? blocks * blockStep : outH * rowStep;
    team = static_cast<int>(std::clamp<std::int64_t>(s.n * outH / 4, 1, threads));
  }

  std::int64_t groups() const { return ceilDiv(blocks, kGroup); }
  std::int64_t vectorsOf(std::int64_t group) const { return std::min(kGroup, blocks - kGroup * group); }
  std::int64_t rows() const { return s.inC * s.kernelH; }  // of pixels that an output row reads
};

// Forward: weights as [group][channel and kernel row][pair of taps][block of the group][output][2], rows of pixels with their padding.
struct ForwardPlan : Shape {
  using Shape::Shape;

  std::int64_t pairs() const { return ceilDiv(s.kernelW, 2); }
  std::int64_t rowElements() const { return lines(((outW - 1) * s.strideW + 2 * pairs()) * 2 + 2) / 2; }
  std::int64_t weightBytes() const { return lines(blocks * rows() * pairs() * kPairBlock * 2); }
  std::int64_t rowBytes() const { return lines(rows() * rowElements() * 2); }
  std::int64_t threadBytes() const { return rowBytes() + lines(outW * kGroup * kBlock * 4); }
};

// Gradient of the weights: every image with its padding, rows cut into their even and odd pixels (one part where the stride is 1), so that
// the pixels which a tap meets are side by side.
struct GradWeightPlan : Shape {
  using Shape::Shape;

  std::int64_t pairs() const { return ceilDiv(outW, 2); }
  std::int64_t margin() const { return ceilDiv(s.padW, s.strideW); }  // zeros in front of a part
  std::int64_t partElements() const {
    const std::int64_t read = 2 * pairs() + margin() + ceilDiv(s.kernelW, s.strideW) + 1;
    const std::int64_t written = margin() + lines(ceilDiv(s.inW, s.strideW) * 2) / 2;
    return lines(std::max(read, written) * 2) / 2;
  }
  std::int64_t taps() const { return rows() * s.kernelW; }
  std::int64_t imageBytes() const { return lines((s.inC * s.inH * s.strideW + 1) * partElements() * 2); }  // the last is a row of zeros
  std::int64_t gradientBytes() const { return lines(pairs() * kGroup * kPairBlock * 2); }
  std::int64_t sumBytes() const { return lines(taps() * blocks * kBlock * 4); }
  std::int64_t threadBytes() const { return imageBytes() + gradientBytes() + sumBytes(); }
};

#if defined(__x86_64__)

void packWeights(const ForwardPlan& p, const std::uint16_t* w, std::uint16_t* to) {
  const ConvolutionShape& s = p.s;
  std::memset(to, 0, static_cast<std::size_t>(p.weightBytes()));
  for (std::int64_t group = 0; group < p.groups(); ++group) {
    const std::int64_t vectors = p.vectorsOf(group), first = group * kGroup * kBlock;
    for (std::int64_t row = 0; row < p.rows(); ++row)
      for (std::int64_t pair = 0; pair < p.pairs(); ++pair, to += vectors * kPairBlock)
        for (std::int64_t o = first; o < std::min(first + vectors * kBlock, s.outC); ++o)
          for (std::int64_t i = 0; i < 2 && 2 * pair + i < s.kernelW; ++i)
            to[(o - first) * 2 + i] = w[(o * p.rows() + row) * s.kernelW + 2 * pair + i];
  }
}

class ForwardWorker {
 public:
  ForwardWorker(const ForwardPlan& plan, const std::uint16_t* x, const std::uint16_t* weights, std::uint16_t* y, std::byte* buffer)
      : p_(plan),
        x_(x),
        weights_(weights),
        y_(y),
        rows_(reinterpret_cast<std::uint16_t*>(buffer)),
        sums_(reinterpret_cast<float*>(buffer + plan.rowBytes())) {}

  // Output rows of all samples.
  void run(WorkRange range) const {
    std::memset(rows_, 0, static_cast<std::size_t>(p_.rowBytes()));
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const std::int64_t n = i / p_.outH, oh = i % p_.outH;
      fillRows(n, oh);
      const std::uint16_t* weights = weights_;
      for (std::int64_t group = 0; group < p_.groups(); ++group) {
        const std::int64_t vectors = p_.vectorsOf(group);
        multiplyRows({.a = rows_,
                      .aRow = p_.s.strideW,
                      .aRun = p_.rowElements(),
                      .aPair = 2,
                      .b = weights,
                      .runs = p_.rows(),
                      .pairs = p_.pairs(),
                      .c = sums_,
                      .cRow = vectors * kBlock},
                     p_.outW, vectors);
        weights += p_.rows() * p_.pairs() * vectors * kPairBlock;
        store(n, oh, group);
      }
    }
  }

 private:
  void fillRows(std::int64_t n, std::int64_t oh) const {
    const ConvolutionShape& s = p_.s;
    // The margins stay zero.
    const std::int64_t width = std::min(s.inW, p_.rowElements() - s.padW);
    std::uint16_t* to = rows_ + s.padW;
    for (std::int64_t c = 0; c < s.inC; ++c)
      for (std::int64_t kh = 0; kh < s.kernelH; ++kh, to += p_.rowElements()) {
        const std::int64_t ih = oh * s.strideH - s.padH + kh;
        const auto bytes = static_cast<std::size_t>(width) * 2;
        if (ih < 0 || ih >= s.inH)
          std::memset(to, 0, bytes);
        else
          std::memcpy(to, x_ + ((n * s.inC + c) * s.inH + ih) * s.inW, bytes);
      }
  }

  STEPSCOPE_BF16_TARGET void store(std::int64_t n, std::int64_t oh, std::int64_t group) const {
    const std::int64_t vectors = p_.vectorsOf(group);
    for (std::int64_t v = 0; v < vectors; ++v) {
      std::uint16_t* to = y_ + n * p_.sampleStep + (group * kGroup + v) * p_.blockStep + oh * p_.rowStep;
      for (std::int64_t ow = 0; ow < p_.outW; ++ow, to += p_.pixelStep) storeBf16(_mm512_load_ps(sums_ + (ow * vectors + v) * kBlock), to);
    }
  }

  const ForwardPlan& p_;
  const std::uint16_t *x_, *weights_;
  std::uint16_t *y_, *rows_;
  float* sums_;
};

// c[r][v * 16 ...] += sum over pairs k of row r's pixels 2k and 2k + 1 times vector v of pair k.
template <int kRows, int kVectors>
STEPSCOPE_BF16_TARGET void addTaps(const std::uint16_t* const* rows, const std::uint16_t* gradients, std::int64_t pairs, float* c,
                                   std::int64_t cRow) {
  __m512 sum[kRows][kVectors];
  const std::uint16_t* row[kRows];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
    row[r] = rows[r];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sum[r][v] = _mm512_load_ps(c + r * cRow + 16 * v);
  }
  for (std::int64_t k = 0; k < pairs; ++k, gradients += kPairBlock * kVectors) {
    __m512bh right[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) right[v] = reinterpret_cast<__m512bh>(_mm512_load_si512(gradients + kPairBlock * v));
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const __m512bh left = pairEverywhere(row[r] + 2 * k);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sum[r][v] = _mm512_dpbf16_ps(sum[r][v], left, right[v]);
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) _mm512_store_ps(c + r * cRow + 16 * v, sum[r][v]);
}

using TapKernel = void (*)(const std::uint16_t* const*, const std::uint16_t*, std::int64_t, float*, std::int64_t);

template <int kVectors>
TapKernel tapKernelOf(std::int64_t rows) {
  static constexpr TapKernel kernels[] = {addTaps<1, kVectors>, addTaps<2, kVectors>, addTaps<3, kVectors>,
                                          addTaps<4, kVectors>, addTaps<5, kVectors>, addTaps<6, kVectors>};
  return kernels[rows - 1];
}

TapKernel tapKernel(std::int64_t rows, std::int64_t vectors) {
  switch (vectors) {
    case 1:
      return tapKernelOf<1>(rows);
    case 2:
      return tapKernelOf<2>(rows);
    case 3:
      return tapKernelOf<3>(rows);
    default:
      return tapKernelOf<4>(rows);
  }
}

class GradWeightWorker {
 public:
  GradWeightWorker(const GradWeightPlan& plan, const std::uint16_t* x, const std::uint16_t* dy, std::byte* buffer)
      : p_(plan),
        x_(x),
        dy_(dy),
        image_(reinterpret_cast<std::uint16_t*>(buffer)),
        gradients_(reinterpret_cast<std::uint16_t*>(buffer + plan.imageBytes())),
        sums_(reinterpret_cast<float*>(buffer + plan.imageBytes() + plan.gradientBytes())) {}

  // Output rows of all samples.
  void run(WorkRange range) const {
    std::memset(image_, 0, static_cast<std::size_t>(p_.imageBytes()));
    std::memset(sums_, 0, static_cast<std::size_t>(p_.sumBytes()));
    const std::int64_t taps = p_.taps(), sumRow = p_.blocks * kBlock;
    std::int64_t sample = -1;
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const std::int64_t n = i / p_.outH, oh = i % p_.outH;
      if (n != sample) cutImage(sample = n);
      for (std::int64_t group = 0; group < p_.groups(); ++group) {
        const std::int64_t vectors = p_.vectorsOf(group);
        pairGradients(n, oh, group);
        for (std::int64_t tap = 0; tap < taps; tap += kPairRows) {
          const std::int64_t count = std::min(kPairRows, taps - tap);
          const std::uint16_t* rows[kPairRows];
          for (std::int64_t r = 0; r < count; ++r) rows[r] = rowOf(tap + r, oh);
          tapKernel(count, vectors)(rows, gradients_, p_.pairs(), sums_ + tap * sumRow + group * kGroup * kBlock, sumRow);
        }
      }
    }
  }

 private:
  std::uint16_t* part(std::int64_t row, std::int64_t index) const { return image_ + (row * p_.s.strideW + index) * p_.partElements(); }

  // The pixels that a tap meets in an output row.
  const std::uint16_t* rowOf(std::int64_t tap, std::int64_t oh) const {
    const ConvolutionShape& s = p_.s;
    const std::int64_t kw = tap % s.kernelW, kh = tap / s.kernelW % s.kernelH, c = tap / s.kernelW / s.kernelH;
    const std::int64_t ih = oh * s.strideH - s.padH + kh;
    if (ih < 0 || ih >= s.inH) return part(s.inC * s.inH, 0);
    const std::int64_t column = kw - s.padW + p_.margin() * s.strideW;  // from the first zero
    return part(c * s.inH + ih, column % s.strideW) + column / s.strideW;
  }

  STEPSCOPE_BF16_TARGET void cutImage(std::int64_t n) const {
    const ConvolutionShape& s = p_.s;
    alignas(64) static constexpr std::uint16_t kEven[32] = {0,  2,  4,  6,  8,  10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30,
                                                            32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62};
    const __m512i even = _mm512_load_si512(kEven), odd = _mm512_add_epi16(even, _mm512_set1_epi16(1));
    const std::uint16_t* from = x_ + n * s.inC * s.inH * s.inW;
    for (std::int64_t row = 0; row < s.inC * s.inH; ++row, from += s.inW) {
      if (s.strideW == 1) {
        std::memcpy(part(row, 0) + p_.margin(), from, static_cast<std::size_t>(s.inW) * 2);
        continue;
      }
      std::uint16_t *first = part(row, 0) + p_.margin(), *second = part(row, 1) + p_.margin();
      for (std::int64_t i = 0; i < s.inW; i += 64, first += 32, second += 32) {
        const std::int64_t left = s.inW - i;
        const auto mask = [](std::int64_t count) {
          return count >= 32 ? ~__mmask32{0} : count <= 0 ? __mmask32{0} : (__mmask32{1} << count) - 1;
        };
        const __m512i low = _mm512_maskz_loadu_epi16(mask(left), from + i), high = _mm512_maskz_loadu_epi16(mask(left - 32), from + i + 32);
        _mm512_storeu_si512(first, _mm512_permutex2var_epi16(low, even, high));
        _mm512_storeu_si512(second, _mm512_permutex2var_epi16(low, odd, high));
      }
    }
  }

  STEPSCOPE_BF16_TARGET void pairGradients(std::int64_t n, std::int64_t oh, std::int64_t group) const {
    const std::int64_t vectors = p_.vectorsOf(group);
    for (std::int64_t v = 0; v < vectors; ++v) {
      const std::uint16_t* from = dy_ + n * p_.sampleStep + (group * kGroup + v) * p_.blockStep + oh * p_.rowStep;
      std::uint16_t* to = gradients_ + v * kPairBlock;
      for (std::int64_t ow = 0; ow < p_.outW; ow += 2, from += 2 * p_.pixelStep, to += vectors * kPairBlock) {
        const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
        const __m256i second =
            ow + 1 < p_.outW ? _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + p_.pixelStep)) : _mm256_setzero_si256();
        _mm512_store_si512(to, pairsOf(joined(first, second)));
      }
    }
  }

  const GradWeightPlan& p_;
  const std::uint16_t *x_, *dy_;
  std::uint16_t *image_, *gradients_;
  float* sums_;
};

#endif

}  // namespace

bool bf16StemSupports(ConvolutionPass pass, const ConvolutionShape& s, std::int64_t yBlock) {
#if defined(__x86_64__)
  const auto plainStride = [](std::int64_t stride) { return stride == 1 || stride == 2; };
  return multipliesBf16Pairs() && pass != ConvolutionPass::GradInput && s.n > 0 && s.inC <= kMostChannels && s.kernelH <= kMostKernel &&
         s.kernelW <= kMostKernel && plainStride(s.strideH) && plainStride(s.strideW) && s.padH < s.kernelH && s.padW < s.kernelW &&
         (yBlock == kBlock || (yBlock == s.outC && s.outC % kBlock == 0));
#else
  static_cast<void>(pass), static_cast<void>(s), static_cast<void>(yBlock);
  return false;
#endif
}

std::int64_t bf16StemWorkspaceBytes(ConvolutionPass pass, const ConvolutionShape& s, int threads) {
  if (pass == ConvolutionPass::GradWeight) {
    const GradWeightPlan plan(s, kBlock, threads);
    return plan.team * plan.threadBytes();
  }
  const ForwardPlan plan(s, kBlock, threads);
  return plan.weightBytes() + plan.team * plan.threadBytes();
}

void bf16Stem(const ConvolutionShape& shape, std::int64_t yBlock, const std::uint16_t* x, const std::uint16_t* w, std::uint16_t* y,
              void* workspace, int threads) {
  requireBf16Pairs();
#if defined(__x86_64__)
  const ForwardPlan plan(shape, yBlock, threads);
  auto* const weights = static_cast<std::uint16_t*>(workspace);
  auto* const buffers = static_cast<std::byte*>(workspace) + plan.weightBytes();
  packWeights(plan, w, weights);
  parallelParts(shape.n * plan.outH, plan.team, 1,
                [&](WorkRange range, int thread) { ForwardWorker(plan, x, weights, y, buffers + thread * plan.threadBytes()).run(range); });
#else
  static_cast<void>(shape), static_cast<void>(yBlock), static_cast<void>(x), static_cast<void>(w), static_cast<void>(y);
  static_cast<void>(workspace), static_cast<void>(threads);
#endif
}

void bf16StemGradWeight(const ConvolutionShape& shape, std::int64_t yBlock, const std::uint16_t* x, const std::uint16_t* dy, float* dw,
                        void* workspace, int threads) {
  requireBf16Pairs();
#if defined(__x86_64__)
  const GradWeightPlan plan(shape, yBlock, threads);
  auto* const buffers = static_cast<std::byte*>(workspace);
  parallelParts(shape.n * plan.outH, plan.team, 1,
                [&](WorkRange range, int thread) { GradWeightWorker(plan, x, dy, buffers + thread * plan.threadBytes()).run(range); });
  const std::int64_t row = plan.blocks * kBlock;
  for (std::int64_t o = 0; o < shape.outC; ++o)
    for (std::int64_t tap = 0; tap < plan.taps(); ++tap) {
      float sum = 0;
      for (int thread = 0; thread < plan.team; ++thread)
        sum +=
            reinterpret_cast<const float*>(buffers + thread * plan.threadBytes() + plan.imageBytes() + plan.gradientBytes())[tap * row + o];
      dw[o * plan.taps() + tap] = sum;
    }
#else
  static_cast<void>(shape), static_cast<void>(yBlock), static_cast<void>(x), static_cast<void>(dy), static_cast<void>(dw);
  static_cast<void>(workspace), static_cast<void>(threads);
#endif
}

}  // namespace stepscope::kernels
