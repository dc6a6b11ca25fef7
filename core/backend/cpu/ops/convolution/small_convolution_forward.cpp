// smallConvolution of small_convolution.h: register tiles of output channels times pixels; lanes are images.
#include "core/backend/cpu/ops/convolution/image_lanes.h"
#include "core/backend/cpu/ops/convolution/small_convolution.h"
#include "core/backend/cpu/ops/convolution/small_convolution_channels.h"
#include "core/backend/cpu/ops/convolution/small_convolution_plan.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/convolution/small_convolution_forward.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/convolution/image_lanes-inl.h"

#ifndef STEPSCOPE_FORWARD_JOB
#define STEPSCOPE_FORWARD_JOB
namespace stepscope::kernels {

struct ForwardJob {
  ConvolutionShape shape;
  std::int64_t xBlock = 1, yBlock = 1;
  const float* x = nullptr;
  const float* bias = nullptr;
  bool relu = false;
  float* y = nullptr;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// Limits of a register tile: channels * pixels sums, the pixels and one weight must fit in the registers, 32 with AVX-512, 16 with AVX2.
constexpr std::int64_t kMostChannels = 4;
constexpr std::int64_t mostPixels(std::int64_t channels) {
  const std::int64_t sums = kLanes >= 16 ? 24 : 12;
  return std::min<std::int64_t>(7, sums / channels);
}

struct Tile {
  const float* x;  // first tap of the first pixel, channel 0
  std::int64_t xPlane, xRow;
  std::int64_t inC, kernelH, kernelW;
  const float* w;     // [inC][kernelH][kernelW][channels]
  const float* bias;  // null: none
  bool relu;
  float* y;
  std::int64_t yPlane;
};

template <int kChannels, int kPixels, int kStride>
void forwardTile(const Tile& t) {
  const F32 d;
  F32Vector sums[kChannels][kPixels];
  for (int o = 0; o < kChannels; ++o)
    for (int p = 0; p < kPixels; ++p) sums[o][p] = hn::Set(d, t.bias ? t.bias[o] : 0.0f);
  const float* w = t.w;
  for (std::int64_t c = 0; c < t.inC; ++c)
    for (std::int64_t kh = 0; kh < t.kernelH; ++kh) {
      const float* x = t.x + c * t.xPlane + kh * t.xRow;
      for (std::int64_t kw = 0; kw < t.kernelW; ++kw, x += kLanes, w += kChannels) {
        F32Vector pixels[kPixels];
        for (int p = 0; p < kPixels; ++p) pixels[p] = hn::LoadU(d, x + p * kStride * kLanes);
        for (int o = 0; o < kChannels; ++o) {
          const auto weight = hn::Set(d, w[o]);
          for (int p = 0; p < kPixels; ++p) sums[o][p] = hn::MulAdd(weight, pixels[p], sums[o][p]);
        }
      }
    }
  for (int o = 0; o < kChannels; ++o)
    for (int p = 0; p < kPixels; ++p) hn::StoreU(t.relu ? keepPositive(sums[o][p]) : sums[o][p], d, t.y + o * t.yPlane + p * kLanes);
}

template <int kChannels, int kStride>
void forwardTileOfPixels(const Tile& t, std::int64_t pixels) {
  static_assert(mostPixels(kChannels) <= 7);
  switch (pixels) {
    case 1: return forwardTile<kChannels, 1, kStride>(t);
    case 2: return forwardTile<kChannels, 2, kStride>(t);
    case 3: return forwardTile<kChannels, 3, kStride>(t);
    case 4: return forwardTile < kChannels, mostPixels(kChannels) >= 4 ? 4 : 1, kStride > (t);
    case 5: return forwardTile < kChannels, mostPixels(kChannels) >= 5 ? 5 : 1, kStride > (t);
    case 6: return forwardTile < kChannels, mostPixels(kChannels) >= 6 ? 6 : 1, kStride > (t);
    case 7: return forwardTile < kChannels, mostPixels(kChannels) >= 7 ? 7 : 1, kStride > (t);
  }
}

template <int kStride>
void forwardTileOf(const Tile& t, std::int64_t channels, std::int64_t pixels) {
  switch (channels) {
    case 1: return forwardTileOfPixels<1, kStride>(t, pixels);
    case 2: return forwardTileOfPixels<2, kStride>(t, pixels);
    case 3: return forwardTileOfPixels<3, kStride>(t, pixels);
    case 4: return forwardTileOfPixels<4, kStride>(t, pixels);
  }
}

}  // namespace

// Packs plain weights (O, C, kh, kw) as [cut of channels][inC][kernelH][kernelW][channels of the cut].
void packForwardWeights(const ConvolutionShape& s, const float* w, float* packed) {
  const EvenCut channels(s.outC, kMostChannels);
  const std::int64_t taps = s.inC * s.kernelH * s.kernelW;
  for (std::int64_t part = 0; part < channels.parts; ++part)
    for (std::int64_t tap = 0; tap < taps; ++tap)
      for (std::int64_t o = channels.begin(part); o < channels.begin(part + 1); ++o) *packed++ = w[o * taps + tap];
}

void forwardItems(const ForwardJob& job, const ImageLanePlan& plan, const float* weights, WorkRange items, float* scratch) {
  const ConvolutionShape& s = job.shape;
  const std::int64_t outW = s.outW(), inWidth = s.inW + 2 * s.padW, taps = s.inC * s.kernelH * s.kernelW;
  const EvenCut channels(s.outC, kMostChannels);
  const ImageLayout input = s.input(job.xBlock), output = s.output(job.yBlock);
  for (std::int64_t item = items.begin; item < items.end; ++item) {
    const WorkRange rows = plan.tileRows(item);
    const std::int64_t inRows = (rows.end - rows.begin - 1) * s.strideH + s.kernelH, image = plan.firstImage(item);
    const std::int64_t xRow = inWidth * kLanes, xPlane = packedPlane(inRows, inWidth, kLanes),
                       yPlane = packedPlane(rows.end - rows.begin, outW, kLanes);
    float* const packedX = scratch;
    float* const packedY = scratch + s.inC * xPlane;
    packImages(input, job.x, image, rows.begin * s.strideH - s.padH, inRows, s.padW, packedX);
    for (std::int64_t row = 0; row < rows.end - rows.begin; ++row)
      for (std::int64_t part = 0; part < channels.parts; ++part) {
        const std::int64_t o = channels.begin(part), tile = channels.size(part);
        const EvenCut pixels(outW, mostPixels(tile));
        for (std::int64_t cut = 0; cut < pixels.parts; ++cut) {
          const std::int64_t ow = pixels.begin(cut);
          const Tile t{packedX + row * s.strideH * xRow + ow * s.strideW * kLanes,
                       xPlane,
                       xRow,
                       s.inC,
                       s.kernelH,
                       s.kernelW,
                       weights + o * taps,
                       job.bias ? job.bias + o : nullptr,
                       job.relu,
                       packedY + o * yPlane + (row * outW + ow) * kLanes,
                       yPlane};
          if (s.strideW == 1) forwardTileOf<1>(t, tile, pixels.size(cut));
          else forwardTileOf<2>(t, tile, pixels.size(cut));
        }
      }
    unpackImages(output, packedY, image, rows, job.y);
  }
}

std::int64_t laneCount() {
  return kLanes;
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(packForwardWeights);
HWY_EXPORT(forwardItems);
HWY_EXPORT(laneCount);

std::int64_t imageLanes() {
  return HWY_DYNAMIC_DISPATCH(laneCount)();
}

void smallConvolution(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const float* x, const float* w, const float* bias,
                      bool relu, float* y, void* workspace, int threads) {
  if (channelLanesPreferred(shape, xBlock, yBlock)) {
    channelLanesConvolution(shape, x, w, bias, relu, y, workspace, threads);
    return;
  }
  const SmallConvolutionPlan plan = planForward(shape, threads);
  auto* const weights = static_cast<float*>(workspace);
  float* const scratch = weights + plan.sharedFloats;
  HWY_DYNAMIC_DISPATCH(packForwardWeights)(shape, w, weights);
  const ForwardJob job{shape, xBlock, yBlock, x, bias, relu, y};
  parallelParts(plan.work.items(), plan.team, 1, [&](WorkRange items, int thread) {
    HWY_DYNAMIC_DISPATCH(forwardItems)(job, plan.work, weights, items, scratch + thread * plan.threadFloats);
  });
}

}  // namespace stepscope::kernels
#endif
