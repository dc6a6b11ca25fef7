// Tiles of the images of a Winograd convolution and their transforms, used by all passes. Used only by bf16_winograd*.cpp.
#pragma once

#include <algorithm>

#include "core/backend/cpu/ops/convolution/convolution_shape.h"
#include "core/backend/cpu/simd/bf16_instructions.h"

namespace stepscope::kernels::winograd {

constexpr std::int64_t kBlock = 16;       // channels of a block: one vector of f32
constexpr std::int64_t kPositions = 16;   // positions of a transformed tile, 4x4
constexpr std::int64_t kLineHalves = 32;  // bf16 numbers per cache line: extra offset, so that rows written at the same time use different cache sets

constexpr std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

// An image tensor in blocks of 16 channels; strides in elements.
struct Images {
  std::int64_t blocks = 0, h = 0, w = 0;
  std::int64_t sample = 0, row = 0, pixel = 0, block = 0;

  Images(std::int64_t channels, std::int64_t height, std::int64_t width, std::int64_t channelBlock)
      : blocks(ceilDiv(channels, kBlock)), h(height), w(width) {
    const bool blocked = channelBlock == kBlock;
    pixel = blocked ? kBlock : channels;
    row = w * pixel;
    block = blocked ? h * row : kBlock;
    sample = blocked ? blocks * block : h * row;
  }
};

// Tiles of 2x2 results each, numbered over all samples.
struct Tiles {
  std::int64_t rows = 0, columns = 0, count = 0;

  Tiles(std::int64_t n, std::int64_t h, std::int64_t w) : rows(ceilDiv(h, 2)), columns(ceilDiv(w, 2)), count(n * rows * columns) {}
  std::int64_t sampleOf(std::int64_t tile) const { return tile / (rows * columns); }
  std::int64_t top(std::int64_t tile) const { return tile / columns % rows * 2; }
  std::int64_t left(std::int64_t tile) const { return tile % columns * 2; }
};

#if defined(__x86_64__)

alignas(64) inline constexpr std::uint16_t kZeros[kBlock] = {};

// The addresses of a window's pixels in channel block 0, and the distance to the next block; pixels outside the image are zeros.
template <int kSide>
struct Window {
  const std::uint16_t* pixels[kSide * kSide];
  std::int64_t steps[kSide * kSide];

  Window() {
    for (int i = 0; i < kSide * kSide; ++i) {
      pixels[i] = kZeros;
      steps[i] = 0;
    }
  }
  Window(const Images& view, const std::uint16_t* images, std::int64_t sample, std::int64_t top, std::int64_t left) {
    const std::uint16_t* first = images + sample * view.sample + top * view.row + left * view.pixel;
    for (int i = 0; i < kSide; ++i)
      for (int j = 0; j < kSide; ++j) {
        const bool inside = top + i >= 0 && top + i < view.h && left + j >= 0 && left + j < view.w;
        pixels[i * kSide + j] = inside ? first + i * view.row + j * view.pixel : kZeros;
        steps[i * kSide + j] = inside ? view.block : 0;
      }
  }
};

// The input transform B^T d B for one block of channels; d is a tile of 4x4 pixels.
STEPSCOPE_BF16_INLINE void transformInput(const Window<4>& window, std::int64_t block, __m256i* to) {
  __m512 r[4][4];
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j) {
    const __m512 d0 = loadBf16(window.pixels[j] + block * window.steps[j]), d1 = loadBf16(window.pixels[4 + j] + block * window.steps[4 + j]);
    const __m512 d2 = loadBf16(window.pixels[8 + j] + block * window.steps[8 + j]);
    const __m512 d3 = loadBf16(window.pixels[12 + j] + block * window.steps[12 + j]);
    r[0][j] = _mm512_sub_ps(d0, d2);
    r[1][j] = _mm512_add_ps(d1, d2);
    r[2][j] = _mm512_sub_ps(d2, d1);
    r[3][j] = _mm512_sub_ps(d1, d3);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    to[4 * i] = toBf16(_mm512_sub_ps(r[i][0], r[i][2]));
    to[4 * i + 1] = toBf16(_mm512_add_ps(r[i][1], r[i][2]));
    to[4 * i + 2] = toBf16(_mm512_sub_ps(r[i][2], r[i][1]));
    to[4 * i + 3] = toBf16(_mm512_sub_ps(r[i][1], r[i][3]));
  }
}

// The transform A g A^T for one block of channels, for the gradient of the weights; g is a tile of 2x2 pixels of dy.
STEPSCOPE_BF16_INLINE void transformGradient(const Window<2>& window, std::int64_t block, __m256i* to) {
  const __m512 zero = _mm512_setzero_ps();
  __m512 r[4][2];
#pragma GCC unroll 2
  for (int j = 0; j < 2; ++j) {
    const __m512 d0 = loadBf16(window.pixels[j] + block * window.steps[j]), d1 = loadBf16(window.pixels[2 + j] + block * window.steps[2 + j]);
    r[0][j] = d0;
    r[1][j] = _mm512_add_ps(d0, d1);
    r[2][j] = _mm512_sub_ps(d0, d1);
    r[3][j] = _mm512_sub_ps(zero, d1);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    to[4 * i] = toBf16(r[i][0]);
    to[4 * i + 1] = toBf16(_mm512_add_ps(r[i][0], r[i][1]));
    to[4 * i + 2] = toBf16(_mm512_sub_ps(r[i][0], r[i][1]));
    to[4 * i + 3] = toBf16(_mm512_sub_ps(zero, r[i][1]));
  }
}

// The weight transform G g G^T for 3x3 weights of 16 channels.
STEPSCOPE_BF16_INLINE void transformWeights(const __m512* g, __m256i* to) {
  const __m512 half = _mm512_set1_ps(0.5F);
  __m512 r[4][3];
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j) {
    const __m512 ends = _mm512_mul_ps(half, _mm512_add_ps(g[j], g[6 + j])), middle = _mm512_mul_ps(half, g[3 + j]);
    r[0][j] = g[j];
    r[1][j] = _mm512_add_ps(ends, middle);
    r[2][j] = _mm512_sub_ps(ends, middle);
    r[3][j] = g[6 + j];
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    const __m512 ends = _mm512_mul_ps(half, _mm512_add_ps(r[i][0], r[i][2])), middle = _mm512_mul_ps(half, r[i][1]);
    to[4 * i] = toBf16(r[i][0]);
    to[4 * i + 1] = toBf16(_mm512_add_ps(ends, middle));
    to[4 * i + 2] = toBf16(_mm512_sub_ps(ends, middle));
    to[4 * i + 3] = toBf16(r[i][2]);
  }
}

#endif

}  // namespace stepscope::kernels::winograd
