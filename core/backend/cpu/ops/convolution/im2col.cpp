#include "core/backend/cpu/ops/convolution/im2col.h"

#include <algorithm>
#include <cstring>

#include "core/backend/cpu/ops/pooling/pooling_loops.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/convolution/im2col.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/strided_loads-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

HWY_INLINE void copyFloats(const float* from, float* to, std::int64_t count) {
  overVectors(0, count, [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(lanes.load(from + i), to + i); });
}
HWY_INLINE void zeroFloats(float* to, std::int64_t count) {
  overVectors(0, count, [=](std::int64_t i, auto lanes) HWY_ATTR { lanes.store(hn::Zero(F32()), to + i); });
}

}  // namespace

// im2col for NCHW. An item is an (image, channel) and writes the rows of all taps of the channel.
void im2colPlain(const ConvolutionShape& s, const float* x, float* col, WorkRange items) {
  const std::int64_t outH = s.outH(), outW = s.outW(), taps = s.kernelH * s.kernelW;
  for (std::int64_t item = items.begin; item < items.end; ++item) {
    const float* plane = x + item * s.inH * s.inW;
    for (std::int64_t tap = 0; tap < taps; ++tap) {
      const std::int64_t kh = tap / s.kernelW, kw = tap % s.kernelW;
      float* rows = col + (item * taps + tap) * outH * outW;
      // Outputs whose tap is inside the row: [first, last).
      const std::int64_t first = std::min(outW, s.padW > kw ? (s.padW - kw + s.strideW - 1) / s.strideW : 0);
      const std::int64_t reach = s.inW - 1 + s.padW - kw;
      const std::int64_t last = std::max(first, std::min(outW, reach < 0 ? 0 : reach / s.strideW + 1));
      for (std::int64_t oh = 0; oh < outH; ++oh) {
        float* row = rows + oh * outW;
        const std::int64_t ih = oh * s.strideH - s.padH + kh;
        if (ih < 0 || ih >= s.inH) {
          zeroFloats(row, outW);
          continue;
        }
        const float* line = plane + ih * s.inW - s.padW + kw;
        std::fill(row, row + first, 0.0f);
        if (s.strideW == 1) copyFloats(line + first, row + first, last - first);
        else if (s.strideW == 2)
          overVectors(first, last,
                      [&](std::int64_t ow, auto lanes) HWY_ATTR { lanes.store(loadEvenOdd(line + 2 * ow, lanes, false).even, row + ow); });
        else
          for (std::int64_t ow = first; ow < last; ++ow) row[ow] = line[ow * s.strideW];
        std::fill(row + last, row + outW, 0.0f);
      }
    }
  }
}

// im2col for blocked layouts and NHWC. An item is an (image, output row). The taps of one kernel row are contiguous in memory.
void im2colPixels(const ConvolutionShape& s, std::int64_t block, const float* x, float* col, WorkRange items) {
  const std::int64_t outH = s.outH(), outW = s.outW(), blocks = (s.inC + block - 1) / block, line = s.kernelW * block;
  float* to = col + items.begin * outW * blocks * s.kernelH * line;
  for (std::int64_t item = items.begin; item < items.end; ++item) {
    const std::int64_t n = item / outH, oh = item % outH;
    for (std::int64_t ow = 0; ow < outW; ++ow) {
      const WindowTaps columns(ow, s.kernelW, s.strideW, s.padW, s.inW);
      const std::int64_t first = columns.first * block, last = std::max(columns.first, columns.last) * block;
      for (std::int64_t b = 0; b < blocks; ++b)
        for (std::int64_t kh = 0; kh < s.kernelH; ++kh, to += line) {
          const std::int64_t ih = oh * s.strideH - s.padH + kh;
          if (ih < 0 || ih >= s.inH) {
            zeroFloats(to, line);
            continue;
          }
          const float* from = x + (((n * blocks + b) * s.inH + ih) * s.inW + ow * s.strideW - s.padW) * block;
          if (first > 0) zeroFloats(to, first);
          copyFloats(from + first, to + first, last - first);
          if (last < line) zeroFloats(to + last, line - last);
        }
    }
  }
}

// col2im for NCHW. An item is an (image, channel): its plane is set to zero, then the rows of every tap are added.
void col2imPlain(const ConvolutionShape& s, const float* col, float* dx, WorkRange items) {
  const std::int64_t outH = s.outH(), outW = s.outW(), taps = s.kernelH * s.kernelW;
  for (std::int64_t item = items.begin; item < items.end; ++item) {
    float* plane = dx + item * s.inH * s.inW;
    zeroFloats(plane, s.inH * s.inW);
    for (std::int64_t tap = 0; tap < taps; ++tap) {
      const std::int64_t kh = tap / s.kernelW, kw = tap % s.kernelW;
      const float* rows = col + (item * taps + tap) * outH * outW;
      const std::int64_t first = std::min(outW, s.padW > kw ? (s.padW - kw + s.strideW - 1) / s.strideW : 0);
      const std::int64_t reach = s.inW - 1 + s.padW - kw;
      const std::int64_t last = std::max(first, std::min(outW, reach < 0 ? 0 : reach / s.strideW + 1));
      for (std::int64_t oh = 0; oh < outH; ++oh) {
        const std::int64_t ih = oh * s.strideH - s.padH + kh;
        if (ih < 0 || ih >= s.inH) continue;
        const float* row = rows + oh * outW;
        float* line = plane + ih * s.inW - s.padW + kw;
        if (s.strideW == 1)
          overVectors(first, last,
                      [=](std::int64_t ow, auto lanes) HWY_ATTR { lanes.store(hn::Add(lanes.load(line + ow), lanes.load(row + ow)), line + ow); });
        else
          for (std::int64_t ow = first; ow < last; ++ow) line[ow * s.strideW] += row[ow];
      }
    }
  }
}

// col2im for blocked layouts and NHWC. An item is an (image, input row): every pixel is the sum over the windows that cover it.
void col2imPixels(const ConvolutionShape& s, std::int64_t block, const float* col, float* dx, WorkRange items) {
  const std::int64_t outH = s.outH(), outW = s.outW(), blocks = (s.inC + block - 1) / block;
  const std::int64_t window = s.kernelH * s.kernelW * block, patch = blocks * window;
  for (std::int64_t item = items.begin; item < items.end; ++item) {
    const std::int64_t n = item / s.inH, ih = item % s.inH;
    const CoveringWindows high(ih, s.kernelH, s.strideH, s.padH, outH);
    for (std::int64_t b = 0; b < blocks; ++b)
      for (std::int64_t iw = 0; iw < s.inW; ++iw) {
        const CoveringWindows wide(iw, s.kernelW, s.strideW, s.padW, outW);
        float* to = dx + (((n * blocks + b) * s.inH + ih) * s.inW + iw) * block;
        overVectors(0, block, [&](std::int64_t c, auto lanes) HWY_ATTR {
          auto sum = hn::Zero(F32());
          for (std::int64_t oh = high.first; oh < high.last; ++oh)
            for (std::int64_t ow = wide.first; ow < wide.last; ++ow) {
              const std::int64_t tap = (ih + s.padH - oh * s.strideH) * s.kernelW + iw + s.padW - ow * s.strideW;
              sum = hn::Add(sum, lanes.load(col + ((n * outH + oh) * outW + ow) * patch + b * window + tap * block + c));
            }
          lanes.store(sum, to + c);
        });
      }
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(im2colPlain);
HWY_EXPORT(im2colPixels);
HWY_EXPORT(col2imPlain);
HWY_EXPORT(col2imPixels);

void im2col(const ConvolutionShape& shape, std::int64_t block, const float* x, float* col, int threads) {
  const int team = teamForBytes(im2colElements(shape, block) * 4, threads);
  if (block == 1) parallelParts(shape.n * shape.inC, team, 1, [&](WorkRange items, int) { HWY_DYNAMIC_DISPATCH(im2colPlain)(shape, x, col, items); });
  else parallelParts(shape.n * shape.outH(), team, 1, [&](WorkRange items, int) { HWY_DYNAMIC_DISPATCH(im2colPixels)(shape, block, x, col, items); });
}

void col2im(const ConvolutionShape& shape, std::int64_t block, const float* col, float* dx, int threads) {
  const int team = teamForBytes(im2colElements(shape, block) * 4, threads);
  if (block == 1)
    parallelParts(shape.n * shape.inC, team, 1, [&](WorkRange items, int) { HWY_DYNAMIC_DISPATCH(col2imPlain)(shape, col, dx, items); });
  else parallelParts(shape.n * shape.inH, team, 1, [&](WorkRange items, int) { HWY_DYNAMIC_DISPATCH(col2imPixels)(shape, block, col, dx, items); });
}

}  // namespace stepscope::kernels
#endif
