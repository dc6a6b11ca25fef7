// avgPool, globalAvgPool and their gradients, of pooling.h.
#include "core/backend/cpu/ops/pooling/pooling_loops.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/pooling/average_pool.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/channel_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// 1 / number of elements by which the sum of an output pixel is divided.
float inverseArea(const Pooling& p, bool countPadding, std::int64_t oh, std::int64_t ow) {
  if (countPadding) {
    const std::int64_t h = std::min(p.kernelH, p.input.h + 2 * p.padH - oh * p.strideH);
    const std::int64_t w = std::min(p.kernelW, p.input.w + 2 * p.padW - ow * p.strideW);
    return 1.0f / static_cast<float>(h * w);
  }
  const WindowTaps rows(oh, p.kernelH, p.strideH, p.padH, p.input.h), columns(ow, p.kernelW, p.strideW, p.padW, p.input.w);
  return 1.0f / static_cast<float>((rows.last - rows.first) * (columns.last - columns.first));
}

}  // namespace

void avgPoolRows(const Pooling& p, bool countPadding, const float* x, float* y, WorkRange range) {
  const PoolingPlanes planes(p);
  const std::int64_t outH = p.outH(), outW = p.outW(), width = planes.width, line = p.input.w * width;
  for (std::int64_t row = range.begin; row < range.end; ++row) {
    const std::int64_t plane = row / outH, oh = row % outH;
    const WindowTaps rows(oh, p.kernelH, p.strideH, p.padH, p.input.h);
    for (std::int64_t ow = 0; ow < outW; ++ow) {
      const WindowTaps columns(ow, p.kernelW, p.strideW, p.padW, p.input.w);
      const float* window = x + plane * planes.inputFloats + (oh * p.strideH - p.padH) * line + (ow * p.strideW - p.padW) * width;
      float* output = y + plane * planes.outputFloats + (oh * outW + ow) * width;
      const float inverse = inverseArea(p, countPadding, oh, ow);
      if (width == 1) {
        float sum = 0;
        for (std::int64_t kh = rows.first; kh < rows.last; ++kh)
          for (std::int64_t kw = columns.first; kw < columns.last; ++kw) sum += window[kh * line + kw];
        *output = sum * inverse;
        continue;
      }
      overVectors(0, width, [&](std::int64_t c, auto lanes) HWY_ATTR {
        auto sum = hn::Zero(F32());
        for (std::int64_t kh = rows.first; kh < rows.last; ++kh)
          for (std::int64_t kw = columns.first; kw < columns.last; ++kw) sum = hn::Add(sum, lanes.load(window + kh * line + kw * width + c));
        lanes.store(hn::Mul(sum, hn::Set(F32(), inverse)), output + c);
      });
    }
  }
}

void avgPoolGradRows(const Pooling& p, bool countPadding, const float* dy, float* dx, WorkRange range) {
  const PoolingPlanes planes(p);
  const std::int64_t outH = p.outH(), outW = p.outW(), width = planes.width;
  for (std::int64_t row = range.begin; row < range.end; ++row) {
    const std::int64_t plane = row / p.input.h, ih = row % p.input.h;
    const CoveringWindows high(ih, p.kernelH, p.strideH, p.padH, outH);
    for (std::int64_t iw = 0; iw < p.input.w; ++iw) {
      const CoveringWindows wide(iw, p.kernelW, p.strideW, p.padW, outW);
      const float* grad = dy + plane * planes.outputFloats;
      float* output = dx + plane * planes.inputFloats + (ih * p.input.w + iw) * width;
      if (width == 1) {
        float sum = 0;
        for (std::int64_t oh = high.first; oh < high.last; ++oh)
          for (std::int64_t ow = wide.first; ow < wide.last; ++ow) sum += grad[oh * outW + ow] * inverseArea(p, countPadding, oh, ow);
        *output = sum;
        continue;
      }
      overVectors(0, width, [&](std::int64_t c, auto lanes) HWY_ATTR {
        auto sum = hn::Zero(F32());
        for (std::int64_t oh = high.first; oh < high.last; ++oh)
          for (std::int64_t ow = wide.first; ow < wide.last; ++ow)
            sum = hn::MulAdd(lanes.load(grad + (oh * outW + ow) * width + c), hn::Set(F32(), inverseArea(p, countPadding, oh, ow)), sum);
        lanes.store(sum, output + c);
      });
    }
  }
}

// The mean of every channel over the image, for each of these images.
void globalAvgPoolImages(const ChannelBlocks& layout, const float* x, float* y, WorkRange images) {
  const ChannelGroups groups(ChannelBlocks{1, layout.c, layout.spatial, layout.block});
  const std::int64_t inputFloats = layout.blocks() * layout.block * layout.spatial, outputFloats = layout.blocks() * layout.block;
  const Patterns<0> none{};
  for (std::int64_t n = images.begin; n < images.end; ++n) {
    const float* image = x + n * inputFloats;
    for (std::int64_t g = 0; g < groups.groups(); ++g) {
      double sums[1][kPatternFloats] = {};
      overGroup<0, 1>(groups, g, 0, groups.segments(), none, sums,
                      [=](std::int64_t i, std::int64_t, auto lanes, const F32Vector*, F32Vector* sum)
                          HWY_ATTR { sum[0] = hn::Add(sum[0], lanes.load(image + i)); });
      const std::int64_t first = groups.firstChannel(g), width = groups.segment(g, 0).width;
      for (std::int64_t i = 0; i < width; ++i) y[n * outputFloats + first + i] = static_cast<float>(sums[0][i] / static_cast<double>(layout.spatial));
    }
  }
}

void globalAvgPoolGradImages(const ChannelBlocks& layout, const float* dy, float* dx, WorkRange images) {
  const ChannelGroups groups(ChannelBlocks{1, layout.c, layout.spatial, layout.block});
  const std::int64_t inputFloats = layout.blocks() * layout.block * layout.spatial, outputFloats = layout.blocks() * layout.block;
  const float inverse = 1.0f / static_cast<float>(layout.spatial);
  for (std::int64_t n = images.begin; n < images.end; ++n) {
    float* image = dx + n * inputFloats;
    for (std::int64_t g = 0; g < groups.groups(); ++g) {
      const ChannelSegment segment = groups.segment(g, 0);
      float scaled[kPatternFloats];
      for (std::int64_t i = 0; i < segment.width; ++i) scaled[i] = dy[n * outputFloats + groups.firstChannel(g) + i] * inverse;
      Patterns<1> patterns;
      fillPattern(segment, scaled, patterns.values[0]);
      overGroup<1, 0>(groups, g, 0, groups.segments(), patterns, nullptr,
                      [=](std::int64_t i, std::int64_t, auto lanes, const F32Vector* constants, F32Vector*)
                          HWY_ATTR { lanes.store(constants[0], image + i); });
    }
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(avgPoolRows);
HWY_EXPORT(avgPoolGradRows);
HWY_EXPORT(globalAvgPoolImages);
HWY_EXPORT(globalAvgPoolGradImages);

namespace {

std::int64_t bytesOf(const Pooling& pooling) {
  return (pooling.input.elements() + pooling.output().elements()) * 4;
}

}  // namespace

void avgPool(const Pooling& pooling, bool countPadding, const float* x, float* y, int threads) {
  parallelParts(PoolingPlanes(pooling).planes * pooling.outH(), teamForBytes(bytesOf(pooling), threads), 1, [&](WorkRange rows, int) {
    HWY_DYNAMIC_DISPATCH(avgPoolRows)(pooling, countPadding, x, y, rows);
  });
}

void avgPoolGrad(const Pooling& pooling, bool countPadding, const float* dy, float* dx, int threads) {
  parallelParts(PoolingPlanes(pooling).planes * pooling.input.h, teamForBytes(bytesOf(pooling), threads), 1, [&](WorkRange rows, int) {
    HWY_DYNAMIC_DISPATCH(avgPoolGradRows)(pooling, countPadding, dy, dx, rows);
  });
}

void globalAvgPool(const ChannelBlocks& layout, const float* x, float* y, int threads) {
  parallelParts(layout.n, teamForBytes(layout.elements() * 4, threads), 1, [&](WorkRange images, int) {
    HWY_DYNAMIC_DISPATCH(globalAvgPoolImages)(layout, x, y, images);
  });
}

void globalAvgPoolGrad(const ChannelBlocks& layout, const float* dy, float* dx, int threads) {
  parallelParts(layout.n, teamForBytes(layout.elements() * 4, threads), 1, [&](WorkRange images, int) {
    HWY_DYNAMIC_DISPATCH(globalAvgPoolGradImages)(layout, dy, dx, images);
  });
}

}  // namespace stepscope::kernels
#endif
