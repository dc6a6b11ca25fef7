// adaptiveMaxPool and its gradient, of pooling.h.
#include <algorithm>

#include "core/backend/cpu/ops/pooling/pooling.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

namespace {

// Number of channels whose maxima are computed together.
constexpr std::int64_t kStrip = 16;

struct Window {
  std::int64_t first, last;

  Window(std::int64_t o, std::int64_t in, std::int64_t out) : first(o * in / out), last(((o + 1) * in + out - 1) / out) {}
};

std::int64_t bytesOf(const ImageLayout& input, std::int64_t outH, std::int64_t outW) {
  return input.elements() * 4 + input.elements() / (input.h * input.w) * outH * outW * 8;
}

}  // namespace

void adaptiveMaxPool(const ImageLayout& input, std::int64_t outH, std::int64_t outW, const float* x, float* y, std::int32_t* indices, int threads) {
  const std::int64_t planes = input.n * input.channelBlocks().blocks(), width = input.block;
  parallelParts(planes * outH, teamForBytes(bytesOf(input, outH, outW), threads), 1, [&](WorkRange range, int) {
    for (std::int64_t item = range.begin; item < range.end; ++item) {
      const float* plane = x + item / outH * input.h * input.w * width;
      const Window rows(item % outH, input.h, outH);
      for (std::int64_t ow = 0; ow < outW; ++ow) {
        const Window columns(ow, input.w, outW);
        const std::int64_t to = (item * outW + ow) * width;
        for (std::int64_t c = 0; c < width; c += kStrip) {
          const std::int64_t lanes = std::min(kStrip, width - c);
          float best[kStrip];
          std::int32_t place[kStrip];
          for (std::int64_t l = 0; l < lanes; ++l) {
            best[l] = plane[(rows.first * input.w + columns.first) * width + c + l];
            place[l] = static_cast<std::int32_t>(rows.first * input.w + columns.first);
          }
          for (std::int64_t h = rows.first; h < rows.last; ++h)
            for (std::int64_t w = columns.first; w < columns.last; ++w) {
              const std::int64_t pixel = h * input.w + w;
              const float* values = plane + pixel * width + c;
              for (std::int64_t l = 0; l < lanes; ++l) {
                const bool wins = values[l] > best[l] || values[l] != values[l];
                best[l] = wins ? values[l] : best[l];
                place[l] = wins ? static_cast<std::int32_t>(pixel) : place[l];
              }
            }
          std::copy_n(best, lanes, y + to + c);
          std::copy_n(place, lanes, indices + to + c);
        }
      }
    }
  });
}

void adaptiveMaxPoolGrad(const ImageLayout& input, std::int64_t outH, std::int64_t outW, const float* dy, const std::int32_t* indices, float* dx,
                         int threads) {
  // Windows may overlap, if the input size is not a multiple of the output size, so one thread handles a whole plane.
  const std::int64_t planes = input.n * input.channelBlocks().blocks(), width = input.block, pixels = input.h * input.w;
  parallelParts(planes, teamForBytes(bytesOf(input, outH, outW), threads), 1, [&](WorkRange range, int) {
    for (std::int64_t p = range.begin; p < range.end; ++p) {
      float* to = dx + p * pixels * width;
      std::fill(to, to + pixels * width, 0.0f);
      for (std::int64_t o = 0; o < outH * outW; ++o)
        for (std::int64_t c = 0; c < width; ++c) {
          const std::int64_t at = (p * outH * outW + o) * width + c;
          to[indices[at] * width + c] += dy[at];
        }
    }
  });
}

}  // namespace stepscope::kernels
