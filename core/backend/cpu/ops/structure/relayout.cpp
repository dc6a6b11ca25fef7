#include "core/backend/cpu/ops/structure/relayout.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/structure/relayout.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/transpose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

void transposeRange(const float* src, std::int64_t srcStride, std::int64_t present, std::int64_t rows, std::int64_t columns, float* dst,
                    std::int64_t dstStride) {
  transposeTile(src, srcStride, present, rows, columns, dst, dstStride);
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(transposeRange);

namespace {

// Pixels of one image that a thread moves together: with 64 channels they fit in the second-level cache.
constexpr std::int64_t kPixels = 1024;

struct Piece {
  std::int64_t image, group, first, pixels;
};

// Divides the items (image, group of channels, piece of pixels) among threads, and calls move() for each.
template <class Move>
void overPieces(const ChannelBlocks& x, std::int64_t groups, int threads, const Move& move) {
  const std::int64_t pieces = (x.spatial + kPixels - 1) / kPixels;
  parallelParts(x.n * groups * pieces, teamForBytes(x.elements() * 8, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      const std::int64_t first = i % pieces * kPixels;
      move(Piece{i / pieces / groups, i / pieces % groups, first, std::min(kPixels, x.spatial - first)});
    }
  });
}

// Where a run of pixels begins, and the distance of its pixels, both in floats.
struct PixelView {
  std::int64_t offset, stride;
};
PixelView pixelView(const ChannelBlocks& layout, std::int64_t image, std::int64_t channel, std::int64_t pixel) {
  const std::int64_t block = channel / layout.block;
  return {((image * layout.blocks() + block) * layout.spatial + pixel) * layout.block + channel % layout.block, layout.block};
}

}  // namespace

void relayout(const ChannelBlocks& x, const float* src, std::int64_t yBlock, float* dst, int threads) {
  ChannelBlocks y = x;
  y.block = yBlock;
  if (x.block == 1) {
    // Planes to pixels: one transpose per channel block. Missing channels are rows of zeros.
    overPieces(x, y.blocks(), threads, [&](const Piece& piece) {
      const std::int64_t channel = piece.group * yBlock;
      HWY_DYNAMIC_DISPATCH(transposeRange)
      (src + (piece.image * x.c + channel) * x.spatial + piece.first, x.spatial, std::min(yBlock, x.c - channel), yBlock, piece.pixels,
       dst + pixelView(y, piece.image, channel, piece.first).offset, yBlock);
    });
    return;
  }
  if (yBlock == 1) {
    overPieces(x, x.blocks(), threads, [&](const Piece& piece) {
      const std::int64_t channel = piece.group * x.block, channels = std::min(x.block, x.c - channel);
      HWY_DYNAMIC_DISPATCH(transposeRange)
      (src + pixelView(x, piece.image, channel, piece.first).offset, x.block, piece.pixels, piece.pixels, channels,
       dst + (piece.image * x.c + channel) * x.spatial + piece.first, x.spatial);
    });
    return;
  }
  // Pixels to pixels: runs of channels that are contiguous in both; for NHWC these are all channels.
  const std::int64_t paddedChannels = y.blocks() * y.block;
  const std::int64_t step = x.blocks() == 1 ? y.block : y.blocks() == 1 ? x.block : std::gcd(x.block, y.block);
  overPieces(x, 1, threads, [&](const Piece& piece) {
    for (std::int64_t channel = 0; channel < paddedChannels; channel += step) {
      const std::int64_t channels = std::min(step, paddedChannels - channel), present = std::clamp<std::int64_t>(x.c - channel, 0, channels);
      const PixelView from = pixelView(x, piece.image, present > 0 ? channel : 0, piece.first), to = pixelView(y, piece.image, channel, piece.first);
      for (std::int64_t pixel = 0; pixel < piece.pixels; ++pixel) {
        float* out = dst + to.offset + pixel * to.stride;
        std::memcpy(out, src + from.offset + pixel * from.stride, static_cast<std::size_t>(present) * sizeof(float));
        std::fill(out + present, out + channels, 0.0f);
      }
    }
  });
}

void transpose(const float* src, std::int64_t rows, std::int64_t columns, float* dst, int threads) {
  // A piece of rows is a piece of columns of the output, so its size is a multiple of a cache line (16 floats).
  parallelParts(rows, teamForBytes(rows * columns * 8, threads), 16, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(transposeRange)
    (src + range.begin * columns, columns, range.end - range.begin, range.end - range.begin, columns, dst + range.begin, rows);
  });
}

}  // namespace stepscope::kernels
#endif
