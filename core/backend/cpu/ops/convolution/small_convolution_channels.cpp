#include "core/backend/cpu/ops/convolution/small_convolution_channels.h"

#include "core/backend/cpu/ops/convolution/image_lanes.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/convolution/small_convolution_channels.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

#ifndef STEPSCOPE_CHANNEL_LANES_JOB
#define STEPSCOPE_CHANNEL_LANES_JOB
namespace stepscope::kernels {

struct ChannelLanesJob {
  ConvolutionShape shape;
  const float* x = nullptr;
  const float* weights = nullptr;  // [cut of blocks][inC][kernelH][kernelW][blocks of the cut][lane]
  const float* bias = nullptr;     // for whole blocks, with zeros in the padding lanes
  bool relu = false;
  float* y = nullptr;
  std::int64_t tileRows = 1;  // output rows whose padded input is prepared together
};

// Most blocks of output channels in a register tile.
inline constexpr std::int64_t kMostBlocks = 4;

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// Pixels of a register tile: blocks * pixels sums, `blocks` vectors of weights and one input value must fit in the registers, 32 with AVX-512, 16
// with AVX2.
constexpr std::int64_t mostPixels(std::int64_t blocks) {
  const std::int64_t registers = kLanes >= 16 ? 31 : 15;
  return std::clamp<std::int64_t>((registers - blocks - 1) / blocks, 1, 14);
}

struct Tile {
  const float* x;  // first tap of the first pixel, channel 0
  std::int64_t xPlane, xRow, inC, kernelH, kernelW;
  const float* w;
  const float* bias;
  bool relu;
  float* y;
  std::int64_t yBlock;  // floats between blocks of channels
};

template <int kBlocks, int kPixels, int kStride>
void channelTile(const Tile& t) {
  const F32 d;
  F32Vector sums[kBlocks][kPixels];
  for (int b = 0; b < kBlocks; ++b)
    for (int p = 0; p < kPixels; ++p) sums[b][p] = hn::LoadU(d, t.bias + b * kLanes);
  const float* w = t.w;
  for (std::int64_t c = 0; c < t.inC; ++c)
    for (std::int64_t kh = 0; kh < t.kernelH; ++kh) {
      const float* x = t.x + c * t.xPlane + kh * t.xRow;
      for (std::int64_t kw = 0; kw < t.kernelW; ++kw, ++x, w += kBlocks * kLanes) {
        F32Vector weights[kBlocks];
        for (int b = 0; b < kBlocks; ++b) weights[b] = hn::LoadU(d, w + b * kLanes);
        for (int p = 0; p < kPixels; ++p) {
          const auto value = hn::Set(d, x[p * kStride]);
          for (int b = 0; b < kBlocks; ++b) sums[b][p] = hn::MulAdd(value, weights[b], sums[b][p]);
        }
      }
    }
  for (int b = 0; b < kBlocks; ++b)
    for (int p = 0; p < kPixels; ++p) hn::StoreU(t.relu ? keepPositive(sums[b][p]) : sums[b][p], d, t.y + b * t.yBlock + p * kLanes);
}

template <int kBlocks, int kStride>
void channelTileOfPixels(const Tile& t, std::int64_t pixels) {
  constexpr int kMost = static_cast<int>(mostPixels(kBlocks));
  switch (pixels) {
    case 1: return channelTile<kBlocks, 1, kStride>(t);
    case 2: return channelTile<kBlocks, std::min(2, kMost), kStride>(t);
    case 3: return channelTile<kBlocks, std::min(3, kMost), kStride>(t);
    case 4: return channelTile<kBlocks, std::min(4, kMost), kStride>(t);
    case 5: return channelTile<kBlocks, std::min(5, kMost), kStride>(t);
    case 6: return channelTile<kBlocks, std::min(6, kMost), kStride>(t);
    case 7: return channelTile<kBlocks, std::min(7, kMost), kStride>(t);
    case 8: return channelTile<kBlocks, std::min(8, kMost), kStride>(t);
    case 9: return channelTile<kBlocks, std::min(9, kMost), kStride>(t);
    case 10: return channelTile<kBlocks, std::min(10, kMost), kStride>(t);
    case 11: return channelTile<kBlocks, std::min(11, kMost), kStride>(t);
    case 12: return channelTile<kBlocks, std::min(12, kMost), kStride>(t);
    case 13: return channelTile<kBlocks, std::min(13, kMost), kStride>(t);
    case 14: return channelTile<kBlocks, std::min(14, kMost), kStride>(t);
  }
}

template <int kStride>
void channelTileOf(const Tile& t, std::int64_t blocks, std::int64_t pixels) {
  switch (blocks) {
    case 1: return channelTileOfPixels<1, kStride>(t, pixels);
    case 2: return channelTileOfPixels<2, kStride>(t, pixels);
    case 3: return channelTileOfPixels<3, kStride>(t, pixels);
    case 4: return channelTileOfPixels<4, kStride>(t, pixels);
  }
}

// Copies input rows [first, first + rows) of every channel with zeros around them: padded[channel][row][pad + w + pad].
void padRows(const ConvolutionShape& s, const float* image, std::int64_t first, std::int64_t rows, float* padded) {
  const std::int64_t width = s.inW + 2 * s.padW;
  for (std::int64_t c = 0; c < s.inC; ++c)
    for (std::int64_t row = 0; row < rows; ++row, padded += width) {
      const std::int64_t ih = first + row;
      if (ih < 0 || ih >= s.inH) {
        std::fill(padded, padded + width, 0.0f);
        continue;
      }
      std::fill(padded, padded + s.padW, 0.0f);
      std::copy_n(image + (c * s.inH + ih) * s.inW, s.inW, padded + s.padW);
      std::fill(padded + s.padW + s.inW, padded + width, 0.0f);
    }
}

}  // namespace

// An item is an (image, tile of output rows).
void channelLanesItems(const ChannelLanesJob& job, WorkRange items, float* scratch) {
  const ConvolutionShape& s = job.shape;
  const std::int64_t outH = s.outH(), outW = s.outW(), tiles = (outH + job.tileRows - 1) / job.tileRows;
  const std::int64_t xRow = s.inW + 2 * s.padW, taps = s.inC * s.kernelH * s.kernelW;
  const EvenCut blocks((s.outC + kLanes - 1) / kLanes, kMostBlocks);
  for (std::int64_t item = items.begin; item < items.end; ++item) {
    const std::int64_t n = item / tiles, firstRow = item % tiles * job.tileRows, rows = std::min(job.tileRows, outH - firstRow);
    const std::int64_t inRows = (rows - 1) * s.strideH + s.kernelH;
    padRows(s, job.x + n * s.inC * s.inH * s.inW, firstRow * s.strideH - s.padH, inRows, scratch);
    for (std::int64_t part = 0; part < blocks.parts; ++part) {
      const std::int64_t block = blocks.begin(part), count = blocks.size(part);
      const EvenCut pixels(outW, mostPixels(count));
      for (std::int64_t row = 0; row < rows; ++row) {
        float* line = job.y + ((n * blocks.count + block) * outH + firstRow + row) * outW * kLanes;
        for (std::int64_t cut = 0; cut < pixels.parts; ++cut) {
          const std::int64_t ow = pixels.begin(cut);
          const Tile t{scratch + row * s.strideH * xRow + ow * s.strideW,
                       inRows * xRow,
                       xRow,
                       s.inC,
                       s.kernelH,
                       s.kernelW,
                       job.weights + block * taps * kLanes,
                       job.bias + block * kLanes,
                       job.relu,
                       line + ow * kLanes,
                       outH * outW * kLanes};
          if (s.strideW == 1) channelTileOf<1>(t, count, pixels.size(cut));
          else channelTileOf<2>(t, count, pixels.size(cut));
        }
      }
    }
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(channelLanesItems);

namespace {

struct ChannelLanesPlan {
  std::int64_t lanes, blocks, tileRows, items, weightFloats, threadFloats;
  int team;
};

ChannelLanesPlan planChannelLanes(const ConvolutionShape& s, int threads) {
  ChannelLanesPlan plan{};
  plan.lanes = imageLanes();
  plan.blocks = (s.outC + plan.lanes - 1) / plan.lanes;
  plan.team = teamForFlops(s.flops(), threads);
  // The padded input of a tile fits in the first-level cache; rows that two tiles share are copied twice.
  constexpr std::int64_t kFloats = 6 * 1024;
  const std::int64_t perRow = s.inC * s.strideH * (s.inW + 2 * s.padW);
  const std::int64_t most = s.n * s.outH() >= 8 * plan.team ? std::max<std::int64_t>(1, s.n * s.outH() / (8 * plan.team)) : 1;
  plan.tileRows = std::clamp<std::int64_t>(kFloats / perRow, 1, std::min(s.outH(), most));
  plan.items = s.n * ((s.outH() + plan.tileRows - 1) / plan.tileRows);
  plan.weightFloats = roundedTo16(plan.blocks * plan.lanes * s.inC * s.kernelH * s.kernelW);
  plan.threadFloats = roundedTo16(s.inC * ((plan.tileRows - 1) * s.strideH + s.kernelH) * (s.inW + 2 * s.padW));
  return plan;
}

}  // namespace

bool channelLanesPreferred(const ConvolutionShape& s, std::int64_t xBlock, std::int64_t yBlock) {
  const std::int64_t lanes = imageLanes();
  // yBlock == lanes also holds for NHWC with as many channels as lanes, which is stored like one block.
  if (lanes < 8 || xBlock != 1 || yBlock != lanes) return false;
  return s.inC <= 4 || s.outC >= 2 * lanes || s.n < lanes;
}

std::int64_t channelLanesWorkspaceBytes(const ConvolutionShape& shape, int threads) {
  const ChannelLanesPlan plan = planChannelLanes(shape, threads);
  return (plan.weightFloats + roundedTo16(plan.blocks * plan.lanes) + plan.team * plan.threadFloats) * static_cast<std::int64_t>(sizeof(float));
}

void channelLanesConvolution(const ConvolutionShape& s, const float* x, const float* w, const float* bias, bool relu, float* y, void* workspace,
                             int threads) {
  const ChannelLanesPlan plan = planChannelLanes(s, threads);
  auto* const weights = static_cast<float*>(workspace);
  float* const blockBias = weights + plan.weightFloats;
  float* const scratch = blockBias + roundedTo16(plan.blocks * plan.lanes);
  const std::int64_t taps = s.inC * s.kernelH * s.kernelW;
  const EvenCut cuts(plan.blocks, kMostBlocks);
  float* packed = weights;
  for (std::int64_t part = 0; part < cuts.parts; ++part)
    for (std::int64_t tap = 0; tap < taps; ++tap)
      for (std::int64_t o = cuts.begin(part) * plan.lanes; o < cuts.begin(part + 1) * plan.lanes; ++o)
        *packed++ = o < s.outC ? w[o * taps + tap] : 0.0f;
  for (std::int64_t o = 0; o < plan.blocks * plan.lanes; ++o) blockBias[o] = bias && o < s.outC ? bias[o] : 0.0f;
  const ChannelLanesJob job{s, x, weights, blockBias, relu, y, plan.tileRows};
  parallelParts(plan.items, plan.team, 1, [&](WorkRange items, int thread) {
    HWY_DYNAMIC_DISPATCH(channelLanesItems)(job, items, scratch + thread * plan.threadFloats);
  });
}

}  // namespace stepscope::kernels
#endif
