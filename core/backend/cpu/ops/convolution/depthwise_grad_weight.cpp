// depthwiseGradWeight of depthwise_convolution.h: for every tap, the sum of the products of a plane of dy with the matching pixels of x.
#include <algorithm>
#include <cstring>
#include <utility>

#include "core/backend/cpu/ops/convolution/depthwise_convolution.h"
#include "core/backend/cpu/ops/convolution/image_lanes.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/convolution/depthwise_grad_weight.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// Adds to sums[row][column][block], for kRows kernel rows from `first` on, the products of the output rows `outRows` of dy with x; kColumns is the
// kernel's width. All sums stay in registers, and since they are many, the latency of the additions is hidden.
template <int kRows, int kColumns>
void addRows(const DepthwiseShape& s, const float* x, const float* dy, std::int64_t first, WorkRange outRows, float* sums) {
  const F32 d;
  const std::int64_t block = s.block, line = s.w * block, step = s.dilationW * block;
  // Outputs with all taps inside the row: [inner, outer).
  const std::int64_t inner = std::min(s.outW, (s.padW + s.strideW - 1) / s.strideW);
  const std::int64_t room = s.w + s.padW - s.dilationW * (kColumns - 1);
  const std::int64_t outer = std::clamp<std::int64_t>(room > 0 ? (room - 1) / s.strideW + 1 : 0, inner, s.outW);
  for (std::int64_t lane = 0; lane < block; lane += kLanes) {
    F32Vector sum[kRows * kColumns];
    for (auto& v : sum) v = hn::Zero(d);
    for (std::int64_t oh = outRows.begin; oh < outRows.end; ++oh) {
      const float* row[kRows];
      bool whole = true;
      for (int r = 0; r < kRows; ++r) {
        const std::int64_t ih = oh * s.strideH - s.padH + (first + r) * s.dilationH;
        row[r] = ih >= 0 && ih < s.h ? x + ih * line + lane - s.padW * block : nullptr;
        whole = whole && row[r];
      }
      const float* gradient = dy + oh * s.outW * block + lane;
      const auto edge = [&](std::int64_t from, std::int64_t to) HWY_ATTR {
        for (std::int64_t ow = from; ow < to; ++ow) {
          const auto g = hn::LoadU(d, gradient + ow * block);
          for (int c = 0; c < kColumns; ++c) {
            const std::int64_t iw = ow * s.strideW - s.padW + c * s.dilationW;
            if (iw < 0 || iw >= s.w) continue;
            for (int r = 0; r < kRows; ++r)
              if (row[r]) sum[r * kColumns + c] = hn::MulAdd(hn::LoadU(d, row[r] + ow * s.strideW * block + c * step), g, sum[r * kColumns + c]);
          }
        }
      };
      if (!whole) {
        edge(0, s.outW);
        continue;
      }
      edge(0, inner);
      for (std::int64_t ow = inner; ow < outer; ++ow) {
        const auto g = hn::LoadU(d, gradient + ow * block);
        for (int r = 0; r < kRows; ++r)
          for (int c = 0; c < kColumns; ++c)
            sum[r * kColumns + c] = hn::MulAdd(hn::LoadU(d, row[r] + ow * s.strideW * block + c * step), g, sum[r * kColumns + c]);
      }
      edge(outer, s.outW);
    }
    for (int i = 0; i < kRows * kColumns; ++i) {
      float* to = sums + (first * kColumns + i) * block + lane;
      hn::StoreU(hn::Add(hn::LoadU(d, to), sum[i]), d, to);
    }
  }
}

template <int kColumns>
void addPlane(const DepthwiseShape& s, const float* x, const float* dy, float* sums) {
  // As many kernel rows as have sums that fit in 16 registers together with their operands.
  constexpr int kRows = kColumns <= 2 ? 4 : kColumns == 3 ? 3 : kColumns <= 5 ? 2 : 1;
  // Strips of rows, so that several passes find them in the cache, and sums in single precision have few terms.
  constexpr std::int64_t kStrip = 16;
  for (std::int64_t strip = 0; strip < s.outH; strip += kStrip) {
    const WorkRange rows{strip, std::min(s.outH, strip + kStrip)};
    std::int64_t first = 0;
    for (; first + kRows <= s.kernelH; first += kRows) addRows<kRows, kColumns>(s, x, dy, first, rows, sums);
    for (; first < s.kernelH; ++first) addRows<1, kColumns>(s, x, dy, first, rows, sums);
  }
}

}  // namespace

// Adds one plane of one block of channels to its sums.
void depthwiseGradWeightPlane(const DepthwiseShape& s, const float* x, const float* dy, float* sums) {
  switch (s.kernelW) {
    case 1: return addPlane<1>(s, x, dy, sums);
    case 2: return addPlane<2>(s, x, dy, sums);
    case 3: return addPlane<3>(s, x, dy, sums);
    case 4: return addPlane<4>(s, x, dy, sums);
    case 5: return addPlane<5>(s, x, dy, sums);
    case 6: return addPlane<6>(s, x, dy, sums);
    default: return addPlane<7>(s, x, dy, sums);
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(depthwiseGradWeightPlane);

namespace {

// Threads divide the blocks of channels. If there are few, they also divide the images into parts, whose sums are added in order.
struct GradWeightPlan {
  std::int64_t blocks, floats;  // `floats` is the number of sums of one block
  int team, parts;

  GradWeightPlan(const DepthwiseShape& s, int threads) : blocks(s.input().channelBlocks().blocks()), floats(s.kernelH * s.kernelW * s.block) {
    const double flops = 2.0 * static_cast<double>(s.output().elements()) * static_cast<double>(s.kernelH * s.kernelW);
    team = std::max(teamForBytes((s.input().elements() + s.output().elements()) * 4, threads), teamForFlops(flops, threads));
    const bool even = blocks % team == 0 || blocks >= 8 * team;
    parts = even ? 1 : static_cast<int>(std::min<std::int64_t>(s.n, team));
  }
};

}  // namespace

std::int64_t depthwiseGradWeightWorkspaceBytes(const DepthwiseShape& s, int threads) {
  const GradWeightPlan plan(s, threads);
  return plan.blocks * plan.parts * plan.floats * static_cast<std::int64_t>(sizeof(float));
}

void depthwiseGradWeight(const DepthwiseShape& s, const float* x, const float* dy, float* dw, void* workspace, int threads) {
  const GradWeightPlan plan(s, threads);
  auto* all = static_cast<float*>(workspace);  // [block][part][kernelH * kernelW][lane]
  const std::int64_t in = s.h * s.w * s.block, out = s.outH * s.outW * s.block;
  parallelParts(plan.blocks * plan.parts, plan.team, 1, [&](WorkRange range, int) {
    for (std::int64_t item = range.begin; item < range.end; ++item) {
      float* sums = all + item * plan.floats;
      std::fill(sums, sums + plan.floats, 0.0f);
      const std::int64_t channelBlock = item / plan.parts;
      const WorkRange images = partOf(s.n, plan.parts, static_cast<int>(item % plan.parts));
      for (std::int64_t n = images.begin; n < images.end; ++n) {
        const std::int64_t plane = n * plan.blocks + channelBlock;
        HWY_DYNAMIC_DISPATCH(depthwiseGradWeightPlane)(s, x + plane * in, dy + plane * out, sums);
      }
    }
  });
  const std::int64_t taps = s.kernelH * s.kernelW;
  for (std::int64_t c = 0; c < s.c; ++c)
    for (std::int64_t k = 0; k < taps; ++k) {
      float sum = 0;
      for (int part = 0; part < plan.parts; ++part) sum += all[(c / s.block * plan.parts + part) * plan.floats + k * s.block + c % s.block];
      dw[c * taps + k] = sum;
    }
}

}  // namespace stepscope::kernels
#endif
