// depthwiseConvolution and depthwiseGradInput, which are the same sum with exchanged roles. Every `outStep`-th output pixel of a row is a sum over
// taps, and the taps of the next one are `sourceStep` pixels further. In forward, outStep is 1 and sourceStep is the stride. For the gradient the two
// are exchanged, and there is one such sum for every remainder (phase) of a pixel position divided by the stride.
#include "core/backend/cpu/ops/convolution/depthwise_convolution.h"

#include <algorithm>

#include "core/backend/cpu/ops/convolution/image_lanes.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/convolution/depthwise_convolution.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

#ifndef STEPSCOPE_DEPTHWISE_PASS
#define STEPSCOPE_DEPTHWISE_PASS
namespace stepscope::kernels {

inline constexpr std::int64_t kMostTaps = 7;    // most taps along one axis
inline constexpr std::int64_t kMostBlock = 16;  // most channels of a block
inline constexpr std::int64_t kMostTile = 8;    // most outputs whose sums are in registers

// Taps of one axis: output position u reads source position u * sourceStep + base[i] with weight place[i].
struct AxisTaps {
  std::int64_t count = 0;
  std::int64_t base[kMostTaps], place[kMostTaps];
  std::int64_t first = 0, outStep = 1, positions = 0, sourceStep = 1;  // the outputs are first, first + outStep, ...: `positions` of them
};

struct DepthwisePlane {
  const float* source;   // sourceH x sourceW pixels
  const float* weights;  // [kernelH * kernelW][block]
  const float* bias;     // [block]
  float* out;
  std::int64_t sourceH, sourceW, outW, block, kernelW;
  bool relu;
};

}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// The source rows that are summed for an output row, with their rows of weights, and the columns that a tile reads in them.
struct TileTaps {
  std::int64_t rows = 0, columns = 0;
  const float* row[kMostTaps];
  const float* weightRow[kMostTaps];
  std::int64_t column[kMostTaps], weightColumn[kMostTaps];  // in floats
};

// Values that are equal for all tiles of a plane.
struct TileShape {
  const float* bias;
  bool relu;
  std::int64_t block, sourceStep, outStep;  // steps in floats
};

// Computes kTile outputs from `out` on; the first one reads the columns at `offset` floats.
template <int kTile>
void tile(const TileTaps& t, const TileShape& shape, std::int64_t offset, float* out) {
  const F32 d;
  for (std::int64_t lane = 0; lane < shape.block; lane += kLanes) {
    F32Vector sums[kTile];
    const auto start = hn::LoadU(d, shape.bias + lane);
    for (auto& sum : sums) sum = start;
    for (std::int64_t r = 0; r < t.rows; ++r) {
      const float *row = t.row[r] + offset + lane, *weights = t.weightRow[r] + lane;
      for (std::int64_t c = 0; c < t.columns; ++c) {
        const auto weight = hn::LoadU(d, weights + t.weightColumn[c]);
        const float* from = row + t.column[c];
        for (int i = 0; i < kTile; ++i) sums[i] = hn::MulAdd(hn::LoadU(d, from + i * shape.sourceStep), weight, sums[i]);
      }
    }
    if (shape.relu)
      for (auto& sum : sums) sum = keepPositive(sum);
    for (int i = 0; i < kTile; ++i) hn::StoreU(sums[i], d, out + i * shape.outStep + lane);
  }
}

using Tile = void (*)(const TileTaps&, const TileShape&, std::int64_t, float*);
constexpr Tile kTiles[] = {tile<1>, tile<1>, tile<2>, tile<3>, tile<4>, tile<5>, tile<6>, tile<7>, tile<8>};

}  // namespace

// Computes the rows `range` of one phase, in all columns of the phase.
void depthwiseRows(const DepthwisePlane& p, const AxisTaps& rows, const AxisTaps& columns, WorkRange range) {
  const std::int64_t block = p.block, line = p.sourceW * block;
  const TileShape shape{p.bias, p.relu, block, columns.sourceStep * block, columns.outStep * block};
  TileTaps taps;
  std::int64_t lowest = 0, highest = 0;
  for (std::int64_t i = 0; i < columns.count; ++i) {
    lowest = std::min(lowest, columns.base[i]);
    highest = std::max(highest, columns.base[i]);
    taps.column[i] = columns.base[i] * block;
    taps.weightColumn[i] = columns.place[i] * block;
  }
  // Positions whose columns are all inside the row: [inner, outer). The few others are computed one by one, with the columns that are inside.
  const std::int64_t step = columns.sourceStep, inner = std::min(columns.positions, (step - 1 - lowest) / step);
  const std::int64_t room = p.sourceW - highest;
  const std::int64_t outer = std::clamp<std::int64_t>(room > 0 ? (room - 1) / step + 1 : 0, inner, columns.positions);
  const EvenCut cut(outer - inner, kMostTile);
  for (std::int64_t position = range.begin; position < range.end; ++position) {
    taps.rows = 0;
    for (std::int64_t i = 0; i < rows.count; ++i) {
      const std::int64_t at = position * rows.sourceStep + rows.base[i];
      if (at < 0 || at >= p.sourceH) continue;
      taps.row[taps.rows] = p.source + at * line;
      taps.weightRow[taps.rows++] = p.weights + rows.place[i] * p.kernelW * block;
    }
    float* out = p.out + ((rows.first + position * rows.outStep) * p.outW + columns.first) * block;
    const auto edge = [&](std::int64_t from, std::int64_t to) {
      TileTaps some = taps;
      for (std::int64_t u = from; u < to; ++u) {
        some.columns = 0;
        for (std::int64_t i = 0; i < columns.count; ++i) {
          const std::int64_t at = u * step + columns.base[i];
          if (at < 0 || at >= p.sourceW) continue;
          some.column[some.columns] = columns.base[i] * block;
          some.weightColumn[some.columns++] = columns.place[i] * block;
        }
        tile<1>(some, shape, u * shape.sourceStep, out + u * shape.outStep);
      }
    };
    edge(0, inner);
    taps.columns = columns.count;
    for (std::int64_t part = 0; part < cut.parts; ++part) {
      const std::int64_t u = inner + cut.begin(part);
      kTiles[cut.size(part)](taps, shape, u * shape.sourceStep, out + u * shape.outStep);
    }
    edge(outer, columns.positions);
  }
}

std::int64_t depthwiseLanes() {
  return kLanes;
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(depthwiseRows);
HWY_EXPORT(depthwiseLanes);

namespace {

AxisTaps forwardTaps(std::int64_t outputs, std::int64_t kernel, std::int64_t stride, std::int64_t pad, std::int64_t dilation) {
  AxisTaps taps;
  taps.count = kernel;
  for (std::int64_t k = 0; k < kernel; ++k) {
    taps.base[k] = k * dilation - pad;
    taps.place[k] = k;
  }
  taps.positions = outputs;
  taps.sourceStep = stride;
  return taps;
}

// The taps for inputs i with (i + pad) % stride == phase; tap k reads the output (i + pad - k * dilation) / stride.
AxisTaps backwardTaps(std::int64_t inputs, std::int64_t kernel, std::int64_t stride, std::int64_t pad, std::int64_t dilation, std::int64_t phase) {
  AxisTaps taps;
  taps.first = ((phase - pad) % stride + stride) % stride;
  taps.outStep = stride;
  taps.positions = inputs > taps.first ? (inputs - taps.first + stride - 1) / stride : 0;
  for (std::int64_t k = 0; k < kernel; ++k) {
    if (k * dilation % stride != phase) continue;
    taps.base[taps.count] = (taps.first + pad - k * dilation) / stride;
    taps.place[taps.count++] = k;
  }
  return taps;
}

// Packs the weights of a channel block: [kernelH * kernelW][block], with zeros after the last channel.
void packWeights(const DepthwiseShape& s, const float* w, std::int64_t channelBlock, float* packed) {
  const std::int64_t taps = s.kernelH * s.kernelW;
  for (std::int64_t lane = 0; lane < s.block; ++lane) {
    const std::int64_t c = channelBlock * s.block + lane;
    for (std::int64_t k = 0; k < taps; ++k) packed[k * s.block + lane] = c < s.c ? w[c * taps + k] : 0.0f;
  }
}

// Calls body(plane of image and block, packed weights, bias, part, parts) for all planes. Planes of one channel block are consecutive, so that its
// weights are packed once; if there are few planes, they are divided into parts of rows.
template <class Body>
void overPlanes(const DepthwiseShape& s, const float* w, const float* bias, int threads, const Body& body) {
  const std::int64_t blocks = s.input().channelBlocks().blocks();
  const double flops = 2.0 * static_cast<double>(s.output().elements()) * static_cast<double>(s.kernelH * s.kernelW);
  const int team = std::max(teamForBytes((s.input().elements() + s.output().elements()) * 4, threads), teamForFlops(flops, threads));
  const std::int64_t planes = s.n * blocks;
  const std::int64_t parts = planes % team == 0 || planes >= 8 * team ? 1 : std::min<std::int64_t>(4 * team, s.outH);
  parallelParts(planes * parts, team, 1, [&](WorkRange range, int) {
    alignas(64) float packed[kMostTaps * kMostTaps * kMostBlock], start[kMostBlock];
    std::int64_t ready = -1;
    for (std::int64_t item = range.begin; item < range.end; ++item) {
      const std::int64_t channelBlock = item / parts / s.n, image = item / parts % s.n;
      if (channelBlock != ready) {
        packWeights(s, w, channelBlock, packed);
        for (std::int64_t lane = 0; lane < s.block; ++lane) {
          const std::int64_t c = channelBlock * s.block + lane;
          start[lane] = bias && c < s.c ? bias[c] : 0.0f;
        }
        ready = channelBlock;
      }
      body(image * blocks + channelBlock, packed, start, static_cast<int>(item % parts), static_cast<int>(parts));
    }
  });
}

}  // namespace

bool depthwiseSupports(const DepthwiseShape& s) {
  return s.kernelH <= kMostTaps && s.kernelW <= kMostTaps && (s.block == 8 || s.block == 16) && s.block % HWY_DYNAMIC_DISPATCH(depthwiseLanes)() == 0;
}

void depthwiseConvolution(const DepthwiseShape& s, const float* x, const float* w, const float* bias, bool relu, float* y, int threads) {
  const AxisTaps rows = forwardTaps(s.outH, s.kernelH, s.strideH, s.padH, s.dilationH);
  const AxisTaps columns = forwardTaps(s.outW, s.kernelW, s.strideW, s.padW, s.dilationW);
  overPlanes(s, w, bias, threads, [&](std::int64_t plane, const float* weights, const float* start, int part, int parts) {
    const DepthwisePlane p{
        x + plane * s.h * s.w * s.block, weights, start, y + plane * s.outH * s.outW * s.block, s.h, s.w, s.outW, s.block, s.kernelW, relu};
    HWY_DYNAMIC_DISPATCH(depthwiseRows)(p, rows, columns, partOf(rows.positions, parts, part));
  });
}

void depthwiseGradInput(const DepthwiseShape& s, const float* dy, const float* w, float* dx, int threads) {
  overPlanes(s, w, nullptr, threads, [&](std::int64_t plane, const float* weights, const float* start, int part, int parts) {
    const DepthwisePlane p{
        dy + plane * s.outH * s.outW * s.block, weights, start, dx + plane * s.h * s.w * s.block, s.outH, s.outW, s.w, s.block, s.kernelW, false};
    // All phases of a few rows at a time, because the phases use the same cache lines of dx.
    constexpr std::int64_t kRows = 4;
    const WorkRange range = partOf((s.h + s.strideH - 1) / s.strideH, parts, part);
    for (std::int64_t first = range.begin; first < range.end; first += kRows)
      for (std::int64_t a = 0; a < s.strideH; ++a)
        for (std::int64_t b = 0; b < s.strideW; ++b) {
          const AxisTaps rows = backwardTaps(s.h, s.kernelH, s.strideH, s.padH, s.dilationH, a);
          const AxisTaps columns = backwardTaps(s.w, s.kernelW, s.strideW, s.padW, s.dilationW, b);
          const WorkRange few{first, std::min({first + kRows, range.end, rows.positions})};
          if (columns.positions > 0) HWY_DYNAMIC_DISPATCH(depthwiseRows)(p, rows, columns, few);
        }
  });
}

}  // namespace stepscope::kernels
#endif
