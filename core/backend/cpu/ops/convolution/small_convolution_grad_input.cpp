// smallConvolutionGradInput of small_convolution.h: the taps spread a row of dy over an input row whose sums stay in registers, so nothing is
// multiplied by padding; lanes are images.
#include "core/backend/cpu/ops/convolution/small_convolution.h"
#include "core/backend/cpu/ops/convolution/small_convolution_plan.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/convolution/small_convolution_grad_input.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/convolution/image_lanes-inl.h"

#ifndef STEPSCOPE_GRAD_INPUT_JOB
#define STEPSCOPE_GRAD_INPUT_JOB
namespace stepscope::kernels {

struct GradInputJob {
  ConvolutionShape shape;
  std::int64_t xBlock = 1, yBlock = 1;
  const float* dy = nullptr;
  float* dx = nullptr;
};

// Most input channels in a register tile.
inline constexpr std::int64_t kGradInputChannels = 2;

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// Pixels of a register tile: channels * ((pixels - 1) * stride + taps) sums, the pixels and one weight must fit in the registers, 32 with AVX-512, 16
// with AVX2.
constexpr int mostPixels(int taps, int stride, int channels) {
  const int registers = kLanes >= 16 ? 31 : 15;
  int pixels = 1;
  while (pixels < 7 && channels * (pixels * stride + taps) + pixels + 2 <= registers) ++pixels;
  return pixels;
}

struct Tile {
  const float* dy;  // first pixel of the first row, output channel 0
  std::int64_t dyRow, dyPlane, rows, outC;
  const float* w;  // [outC][kernelH][kernelW][channels], at the kernel row of the first row of dy
  std::int64_t wRow, wPlane;
  float* sums;  // [channels][columns][lane], channels sumsPlane apart
  std::int64_t sumsPlane;
};

template <int kTaps, int kStride, int kChannels, int kPixels>
void gradInputTile(const Tile& t) {
  const F32 d;
  constexpr int kColumns = (kPixels - 1) * kStride + kTaps;
  F32Vector sums[kChannels][kColumns];
  for (int c = 0; c < kChannels; ++c)
    for (int i = 0; i < kColumns; ++i) sums[c][i] = hn::LoadU(d, t.sums + c * t.sumsPlane + i * kLanes);
  for (std::int64_t o = 0; o < t.outC; ++o)
    for (std::int64_t row = 0; row < t.rows; ++row) {
      const float* dy = t.dy + o * t.dyPlane + row * t.dyRow;
      const float* w = t.w + o * t.wPlane + row * t.wRow;
      F32Vector pixels[kPixels];
      for (int p = 0; p < kPixels; ++p) pixels[p] = hn::LoadU(d, dy + p * kLanes);
      for (int k = 0; k < kTaps; ++k)
        for (int c = 0; c < kChannels; ++c) {
          const auto weight = hn::Set(d, w[k * kChannels + c]);
          for (int p = 0; p < kPixels; ++p) sums[c][p * kStride + k] = hn::MulAdd(weight, pixels[p], sums[c][p * kStride + k]);
        }
    }
  for (int c = 0; c < kChannels; ++c)
    for (int i = 0; i < kColumns; ++i) hn::StoreU(sums[c][i], d, t.sums + c * t.sumsPlane + i * kLanes);
}

template <int kTaps, int kStride, int kChannels>
void gradInputTileOfPixels(const Tile& t, std::int64_t pixels) {
  constexpr int kMost = mostPixels(kTaps, kStride, kChannels);
  switch (pixels) {
    case 1: return gradInputTile<kTaps, kStride, kChannels, 1>(t);
    case 2: return gradInputTile<kTaps, kStride, kChannels, std::min(2, kMost)>(t);
    case 3: return gradInputTile<kTaps, kStride, kChannels, std::min(3, kMost)>(t);
    case 4: return gradInputTile<kTaps, kStride, kChannels, std::min(4, kMost)>(t);
    case 5: return gradInputTile<kTaps, kStride, kChannels, std::min(5, kMost)>(t);
    case 6: return gradInputTile<kTaps, kStride, kChannels, std::min(6, kMost)>(t);
    case 7: return gradInputTile<kTaps, kStride, kChannels, std::min(7, kMost)>(t);
  }
}

// Adds all pixels of the output rows that contribute to one input row.
template <int kTaps, int kStride, int kChannels>
void gradInputRow(Tile t, std::int64_t outW) {
  const EvenCut pixels(outW, mostPixels(kTaps, kStride, kChannels));
  const float* const dy = t.dy;
  float* const sums = t.sums;
  for (std::int64_t cut = 0; cut < pixels.parts; ++cut) {
    t.dy = dy + pixels.begin(cut) * kLanes;
    t.sums = sums + pixels.begin(cut) * kStride * kLanes;
    gradInputTileOfPixels<kTaps, kStride, kChannels>(t, pixels.size(cut));
  }
}

template <int kTaps>
void gradInputRowOf(const Tile& t, std::int64_t stride, std::int64_t channels, std::int64_t outW) {
  if (stride == 1) return channels == 2 ? gradInputRow<kTaps, 1, 2>(t, outW) : gradInputRow<kTaps, 1, 1>(t, outW);
  return channels == 2 ? gradInputRow<kTaps, 2, 2>(t, outW) : gradInputRow<kTaps, 2, 1>(t, outW);
}

}  // namespace

void gradInputItems(const GradInputJob& job, const ImageLanePlan& plan, const float* weights, WorkRange items, float* scratch) {
  const F32 d;
  const ConvolutionShape& s = job.shape;
  const std::int64_t outW = s.outW(), columns = gradRowColumns(s), dyRow = outW * kLanes;
  const ImageLayout input = s.input(job.xBlock), output = s.output(job.yBlock);
  const std::int64_t wChannel = s.outC * s.kernelH * s.kernelW;
  for (std::int64_t item = items.begin; item < items.end; ++item) {
    const WorkRange rows = plan.tileRows(item), outRows = outputRowsFor(s, rows);
    const std::int64_t image = plan.firstImage(item), count = outRows.end - outRows.begin, dyPlane = packedPlane(count, outW, kLanes);
    const std::int64_t dxPlane = packedPlane(rows.end - rows.begin, s.inW, kLanes);
    float* const sums = scratch;
    float* const dy = sums + kGradInputChannels * columns * kLanes;
    float* const dx = dy + s.outC * dyPlane;
    packImages(output, job.dy, image, outRows.begin, count, 0, dy);
    for (std::int64_t c = 0; c < s.inC; c += kGradInputChannels) {
      const std::int64_t channels = std::min(kGradInputChannels, s.inC - c);
      for (std::int64_t ih = rows.begin; ih < rows.end; ++ih) {
        const WorkRange covering = outputRowsFor(s, {ih, ih + 1});
        std::fill(sums, sums + channels * columns * kLanes, 0.0f);
        // The kernel row of the first output row; every further output row contributes with a kernel row that is one stride less.
        const std::int64_t kh = ih + s.padH - covering.begin * s.strideH, wRow = s.kernelW * channels;
        const Tile t{dy + (covering.begin - outRows.begin) * dyRow,
                     dyRow,
                     dyPlane,
                     covering.end - covering.begin,
                     s.outC,
                     weights + c * wChannel + kh * wRow,
                     -s.strideH * wRow,
                     s.kernelH * wRow,
                     sums,
                     columns * kLanes};
        if (!covering.empty()) {
          if (s.kernelW == 1) gradInputRowOf<1>(t, s.strideW, channels, outW);
          if (s.kernelW == 3) gradInputRowOf<3>(t, s.strideW, channels, outW);
          if (s.kernelW == 5) gradInputRowOf<5>(t, s.strideW, channels, outW);
          if (s.kernelW == 7) gradInputRowOf<7>(t, s.strideW, channels, outW);
        }
        for (std::int64_t i = 0; i < channels; ++i) {
          const float* from = sums + (i * columns + s.padW) * kLanes;
          float* to = dx + (c + i) * dxPlane + (ih - rows.begin) * s.inW * kLanes;
          for (std::int64_t w = 0; w < s.inW; ++w) hn::StoreU(hn::LoadU(d, from + w * kLanes), d, to + w * kLanes);
        }
      }
    }
    unpackImages(input, dx, image, rows, job.dx);
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(gradInputItems);

void smallConvolutionGradInput(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const float* dy, const float* w, float* dx,
                               void* workspace, int threads) {
  const SmallConvolutionPlan plan = planGradInput(shape, threads);
  auto* const weights = static_cast<float*>(workspace);
  float* const scratch = weights + plan.sharedFloats;
  // Packed weights: [channel pair][outC][kernelH][kernelW][channel of the pair].
  float* packed = weights;
  for (std::int64_t c = 0; c < shape.inC; c += kGradInputChannels)
    for (std::int64_t o = 0; o < shape.outC; ++o)
      for (std::int64_t tap = 0; tap < shape.kernelH * shape.kernelW; ++tap)
        for (std::int64_t i = c; i < std::min(shape.inC, c + kGradInputChannels); ++i)
          *packed++ = w[(o * shape.inC + i) * shape.kernelH * shape.kernelW + tap];
  const GradInputJob job{shape, xBlock, yBlock, dy, dx};
  parallelParts(plan.work.items(), plan.team, 1, [&](WorkRange items, int thread) {
    HWY_DYNAMIC_DISPATCH(gradInputItems)(job, plan.work, weights, items, scratch + thread * plan.threadFloats);
  });
}

}  // namespace stepscope::kernels
#endif
