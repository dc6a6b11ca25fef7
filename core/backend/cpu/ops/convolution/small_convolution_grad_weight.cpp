// smallConvolutionGradWeight of small_convolution.h: register tiles of output channels times the taps of a kernel row; lanes are images.
#include "core/backend/cpu/ops/convolution/small_convolution.h"
#include "core/backend/cpu/ops/convolution/small_convolution_plan.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/convolution/small_convolution_grad_weight.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/convolution/image_lanes-inl.h"

#ifndef STEPSCOPE_GRAD_WEIGHT_JOB
#define STEPSCOPE_GRAD_WEIGHT_JOB
namespace stepscope::kernels {

struct GradWeightJob {
  ConvolutionShape shape;
  std::int64_t xBlock = 1, yBlock = 1;
  const float* x = nullptr;
  const float* dy = nullptr;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// Output channels of a register tile: channels * taps sums, the pixels of the taps and one gradient must fit in the registers, 32 with AVX-512, 16
// with AVX2.
constexpr std::int64_t mostChannels(std::int64_t taps) {
  const std::int64_t registers = kLanes >= 16 ? 31 : 15;
  return std::clamp<std::int64_t>((registers - taps) / taps, 1, 8);
}

struct Tile {
  const float* x;  // first pixel of the first row, at the first tap
  std::int64_t xRow;
  const float* dy;
  std::int64_t dyRow, dyPlane;
  std::int64_t rows, columns;
  float* sums;  // [channel][tap][lane], channels sumsPlane apart
  std::int64_t sumsPlane;
};

template <int kTaps, int kChannels, int kStride>
void gradWeightTile(const Tile& t) {
  const F32 d;
  F32Vector sums[kChannels][kTaps];
  for (auto& channel : sums)
    for (auto& sum : channel) sum = hn::Zero(d);
  for (std::int64_t row = 0; row < t.rows; ++row) {
    const float* x = t.x + row * t.xRow;
    const float* dy = t.dy + row * t.dyRow;
    for (std::int64_t column = 0; column < t.columns; ++column, x += kStride * kLanes, dy += kLanes) {
      F32Vector pixels[kTaps];
      for (int k = 0; k < kTaps; ++k) pixels[k] = hn::LoadU(d, x + k * kLanes);
      for (int o = 0; o < kChannels; ++o) {
        const auto gradient = hn::LoadU(d, dy + o * t.dyPlane);
        for (int k = 0; k < kTaps; ++k) sums[o][k] = hn::MulAdd(gradient, pixels[k], sums[o][k]);
      }
    }
  }
  for (int o = 0; o < kChannels; ++o)
    for (int k = 0; k < kTaps; ++k) {
      float* to = t.sums + o * t.sumsPlane + k * kLanes;
      hn::StoreU(hn::Add(hn::LoadU(d, to), sums[o][k]), d, to);
    }
}

template <int kTaps, int kStride>
void gradWeightTileOfChannels(const Tile& t, std::int64_t channels) {
  constexpr int kMost = static_cast<int>(mostChannels(kTaps));
  switch (channels) {
    case 1: return gradWeightTile<kTaps, 1, kStride>(t);
    case 2: return gradWeightTile<kTaps, std::min(2, kMost), kStride>(t);
    case 3: return gradWeightTile<kTaps, std::min(3, kMost), kStride>(t);
    case 4: return gradWeightTile<kTaps, std::min(4, kMost), kStride>(t);
    case 5: return gradWeightTile<kTaps, std::min(5, kMost), kStride>(t);
    case 6: return gradWeightTile<kTaps, std::min(6, kMost), kStride>(t);
    case 7: return gradWeightTile<kTaps, std::min(7, kMost), kStride>(t);
    case 8: return gradWeightTile<kTaps, std::min(8, kMost), kStride>(t);
  }
}

template <int kStride>
void gradWeightTileOf(const Tile& t, std::int64_t taps, std::int64_t channels) {
  switch (taps) {
    case 1: return gradWeightTileOfChannels<1, kStride>(t, channels);
    case 2: return gradWeightTileOfChannels<2, kStride>(t, channels);
    case 3: return gradWeightTileOfChannels<3, kStride>(t, channels);
    case 4: return gradWeightTileOfChannels<4, kStride>(t, channels);
    case 5: return gradWeightTileOfChannels<5, kStride>(t, channels);
    case 6: return gradWeightTileOfChannels<6, kStride>(t, channels);
    case 7: return gradWeightTileOfChannels<7, kStride>(t, channels);
  }
}

}  // namespace

// Clears sums[outC][inC][kernelH][kernelW][lane] and adds up the weight gradients of these items in it; lanes are not summed yet.
void gradWeightItems(const GradWeightJob& job, const ImageLanePlan& plan, WorkRange items, float* sums, float* scratch) {
  const ConvolutionShape& s = job.shape;
  const std::int64_t outW = s.outW(), taps = s.inC * s.kernelH * s.kernelW;
  std::fill(sums, sums + s.outC * taps * kLanes, 0.0f);
  const EvenCut channels(s.outC, mostChannels(s.kernelW));
  const ImageLayout input = s.input(job.xBlock), output = s.output(job.yBlock);
  const std::int64_t xRow = (s.inW + 2 * s.padW) * kLanes, dyRow = outW * kLanes;
  for (std::int64_t item = items.begin; item < items.end; ++item) {
    const WorkRange rows = plan.tileRows(item);
    const std::int64_t count = rows.end - rows.begin, inRows = (count - 1) * s.strideH + s.kernelH, image = plan.firstImage(item);
    const std::int64_t xPlane = packedPlane(inRows, s.inW + 2 * s.padW, kLanes), dyPlane = packedPlane(count, outW, kLanes);
    float* const x = scratch;
    float* const dy = scratch + s.inC * xPlane;
    packImages(input, job.x, image, rows.begin * s.strideH - s.padH, inRows, s.padW, x);
    packImages(output, job.dy, image, rows.begin, count, 0, dy);
    // Pieces of rows, whose gradients stay in the first-level cache while all kernel rows use them.
    constexpr std::int64_t kCacheFloats = 6 * 1024;
    const std::int64_t piece = std::clamp<std::int64_t>(kCacheFloats / (mostChannels(s.kernelW) * dyRow), 1, count);
    for (std::int64_t row = 0; row < count; row += piece)
      for (std::int64_t part = 0; part < channels.parts; ++part)
        for (std::int64_t c = 0; c < s.inC; ++c)
          for (std::int64_t kh = 0; kh < s.kernelH; ++kh) {
            const std::int64_t o = channels.begin(part);
            const Tile t{x + c * xPlane + (row * s.strideH + kh) * xRow,
                         s.strideH * xRow,
                         dy + o * dyPlane + row * dyRow,
                         dyRow,
                         dyPlane,
                         std::min(piece, count - row),
                         outW,
                         sums + (o * taps + (c * s.kernelH + kh) * s.kernelW) * kLanes,
                         taps * kLanes};
            if (s.strideW == 1) gradWeightTileOf<1>(t, s.kernelW, channels.size(part));
            else gradWeightTileOf<2>(t, s.kernelW, channels.size(part));
          }
  }
}

// For a range of weights: dw[i] is the total of all lanes of the sums of all threads.
void sumWeightLanes(const float* sums, std::int64_t threadFloats, int team, float* dw, WorkRange weights) {
  for (std::int64_t i = weights.begin; i < weights.end; ++i) {
    auto total = hn::LoadU(F32(), sums + i * kLanes);
    for (int thread = 1; thread < team; ++thread) total = hn::Add(total, hn::LoadU(F32(), sums + thread * threadFloats + i * kLanes));
    dw[i] = sumOfLanes(total);
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(gradWeightItems);
HWY_EXPORT(sumWeightLanes);

void smallConvolutionGradWeight(const ConvolutionShape& shape, std::int64_t xBlock, std::int64_t yBlock, const float* x, const float* dy, float* dw,
                                void* workspace, int threads) {
  const SmallConvolutionPlan plan = planGradWeight(shape, threads);
  const std::int64_t weights = shape.outC * shape.inC * shape.kernelH * shape.kernelW;
  auto* const sums = static_cast<float*>(workspace);  // for each thread: sums, then packed images
  const GradWeightJob job{shape, xBlock, yBlock, x, dy};
  parallelParts(plan.work.items(), plan.team, 1, [&](WorkRange items, int thread) {
    float* const mine = sums + thread * plan.threadFloats;
    HWY_DYNAMIC_DISPATCH(gradWeightItems)(job, plan.work, items, mine, mine + weights * plan.work.lanes);
  });
  parallelParts(weights, weights > 1000 ? plan.team : 1, 16, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(sumWeightLanes)(sums, plan.threadFloats, plan.team, dw, range);
  });
}

}  // namespace stepscope::kernels
#endif
