// shortcutPad and shortcutPadGrad of relayout.h.
#include <algorithm>
#include <cstring>

#include "core/backend/cpu/ops/structure/relayout.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {
namespace {

std::int64_t bytesOf(const ShortcutPad& s) {
  return (s.input.elements() + s.output().elements()) * 4;
}

// The offset of channel c of a pixel from channel 0 of that pixel.
std::int64_t channelOffset(const ImageLayout& image, std::int64_t c) {
  return c / image.block * image.h * image.w * image.block + c % image.block;
}

// Calls visit(first input channel, number of channels) for runs of channels that are contiguous in input and output.
template <class Visit>
void overRuns(const ShortcutPad& s, const Visit& visit) {
  for (std::int64_t c = 0; c < s.input.c;) {
    const std::int64_t left = std::min(s.input.block - c % s.input.block, s.outputBlock - (c + s.before) % s.outputBlock);
    const std::int64_t run = std::min(left, s.input.c - c);
    visit(c, run);
    c += run;
  }
}

}  // namespace

void shortcutPad(const ShortcutPad& s, const float* x, float* y, int threads) {
  const ImageLayout in = s.input, out = s.output();
  const std::int64_t inImage = in.elements() / in.n, outImage = out.elements() / out.n, outPlane = out.h * out.w;
  parallelParts(in.n, teamForBytes(bytesOf(s), threads), 1, [&](WorkRange images, int) {
    for (std::int64_t n = images.begin; n < images.end; ++n) {
      const float* from = x + n * inImage;
      float* to = y + n * outImage;
      std::fill(to, to + outImage, 0.0f);
      if (in.block == 1) {
        for (std::int64_t c = 0; c < in.c; ++c)
          for (std::int64_t oh = 0; oh < out.h; ++oh) {
            const float* row = from + (c * in.h + oh * s.stride) * in.w;
            float* line = to + (s.before + c) * outPlane + oh * out.w;
            for (std::int64_t ow = 0; ow < out.w; ++ow) line[ow] = row[ow * s.stride];
          }
        continue;
      }
      overRuns(s, [&](std::int64_t c, std::int64_t run) {
        const float* channelFrom = from + channelOffset(in, c);
        float* channelTo = to + channelOffset(out, s.before + c);
        for (std::int64_t oh = 0; oh < out.h; ++oh)
          for (std::int64_t ow = 0; ow < out.w; ++ow)
            std::copy_n(channelFrom + (oh * in.w + ow) * s.stride * in.block, run, channelTo + (oh * out.w + ow) * out.block);
      });
    }
  });
}

void shortcutPadGrad(const ShortcutPad& s, const float* dy, float* dx, int threads) {
  const ImageLayout in = s.input, out = s.output();
  const std::int64_t inImage = in.elements() / in.n, outImage = out.elements() / out.n, outPlane = out.h * out.w;
  parallelParts(in.n, teamForBytes(bytesOf(s), threads), 1, [&](WorkRange images, int) {
    for (std::int64_t n = images.begin; n < images.end; ++n) {
      const float* from = dy + n * outImage;
      float* to = dx + n * inImage;
      std::fill(to, to + inImage, 0.0f);
      if (in.block == 1) {
        for (std::int64_t c = 0; c < in.c; ++c)
          for (std::int64_t oh = 0; oh < out.h; ++oh) {
            const float* line = from + (s.before + c) * outPlane + oh * out.w;
            float* row = to + (c * in.h + oh * s.stride) * in.w;
            for (std::int64_t ow = 0; ow < out.w; ++ow) row[ow * s.stride] = line[ow];
          }
        continue;
      }
      overRuns(s, [&](std::int64_t c, std::int64_t run) {
        const float* channelFrom = from + channelOffset(out, s.before + c);
        float* channelTo = to + channelOffset(in, c);
        for (std::int64_t oh = 0; oh < out.h; ++oh)
          for (std::int64_t ow = 0; ow < out.w; ++ow)
            std::copy_n(channelFrom + (oh * out.w + ow) * out.block, run, channelTo + (oh * in.w + ow) * s.stride * in.block);
      });
    }
  });
}

}  // namespace stepscope::kernels
