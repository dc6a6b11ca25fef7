// Convolutions as matrix products: for a few lines of output pixels at a time, the input is copied to a matrix of columns, with one row per tap of
// the kernel and one column per output pixel.
#include <algorithm>
#include <cstring>

#include "core/backend/cpu/ops/plain/plain_product.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

namespace {

constexpr std::int64_t kColumns = 1024;                       // most output pixels at a time, in whole lines
constexpr std::int64_t kColumnBytes = std::int64_t{4} << 20;  // most bytes of the columns

// The part of the convolution that is computed at once: the output lines [begin, end), counted over all images.
struct Part {
  const PlainConvolutionShape& s;
  std::int64_t begin = 0, end = 0;

  std::int64_t pixels() const { return (end - begin) * s.outW; }
};

std::int64_t taps(const PlainConvolutionShape& s) {
  return s.inC / s.groups * s.kernelH * s.kernelW;
}

std::int64_t linesAtOnce(const PlainConvolutionShape& s) {
  const std::int64_t pixels = std::min(kColumns, kColumnBytes / 4 / std::max<std::int64_t>(1, taps(s)));
  return std::clamp<std::int64_t>(pixels / std::max<std::int64_t>(1, s.outW), 1, std::max<std::int64_t>(1, s.n * s.outH));
}

// Calls work(column, index of the pixel in x) for every pixel of x that one tap of the group reads; `row` is the tap's row of the columns.
template <class Work>
void overTap(const Part& part, std::int64_t group, std::int64_t row, const Work& work) {
  const PlainConvolutionShape& s = part.s;
  const std::int64_t kw = row % s.kernelW, kh = row / s.kernelW % s.kernelH, channel = group * (s.inC / s.groups) + row / (s.kernelW * s.kernelH);
  for (std::int64_t line = part.begin; line < part.end; ++line) {
    const std::int64_t image = line / s.outH, h = line % s.outH * s.strideH - s.padH + kh * s.dilationH;
    if (h < 0 || h >= s.inH) continue;
    for (std::int64_t ow = 0; ow < s.outW; ++ow) {
      const std::int64_t w = ow * s.strideW - s.padW + kw * s.dilationW;
      if (w >= 0 && w < s.inW) work((line - part.begin) * s.outW + ow, ((image * s.inC + channel) * s.inH + h) * s.inW + w);
    }
  }
}

void toColumns(const Part& part, std::int64_t group, const float* x, float* columns, int threads) {
  const std::int64_t rows = taps(part.s), width = part.pixels();
  parallelParts(rows, teamForBytes(rows * width * 4, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t row = range.begin; row < range.end; ++row) {
      float* const to = columns + row * width;
      std::fill(to, to + width, 0.0F);
      overTap(part, group, row, [&](std::int64_t at, std::int64_t pixel) { to[at] = x[pixel]; });
    }
  });
}

// The taps of one channel are handled by one thread, because they write the same pixels.
void addColumns(const Part& part, std::int64_t group, const float* columns, float* dx, int threads) {
  const PlainConvolutionShape& s = part.s;
  const std::int64_t window = s.kernelH * s.kernelW, channels = s.inC / s.groups, width = part.pixels();
  parallelParts(channels, teamForBytes(channels * window * width * 4, threads), 1, [&](WorkRange range, int) {
    for (std::int64_t row = range.begin * window; row < range.end * window; ++row)
      overTap(part, group, row, [&](std::int64_t at, std::int64_t pixel) { dx[pixel] += columns[row * width + at]; });
  });
}

// Calls move(output channel of the group, offset in the output (n, outC, outH, outW), offset in the rows of pixels (channels of the group, pixels))
// for every output line of the part.
template <class Move>
void overLines(const Part& part, std::int64_t group, const Move& move) {
  const PlainConvolutionShape& s = part.s;
  const std::int64_t channels = s.outC / s.groups;
  for (std::int64_t o = 0; o < channels; ++o)
    for (std::int64_t line = part.begin; line < part.end; ++line)
      move(o, ((line / s.outH * s.outC + group * channels + o) * s.outH + line % s.outH) * s.outW, o * part.pixels() + (line - part.begin) * s.outW);
}

struct Workspace {
  float *columns, *rows;
  std::byte* product;

  Workspace(const PlainConvolutionShape& s, std::byte* at) {
    const std::int64_t pixels = linesAtOnce(s) * s.outW;
    columns = reinterpret_cast<float*>(at);
    rows = columns + (taps(s) * pixels + 15) / 16 * 16;
    product = reinterpret_cast<std::byte*>(rows + (s.outC / s.groups * pixels + 15) / 16 * 16);
  }
};

template <class Work>
void overParts(const PlainConvolutionShape& s, const Work& work) {
  const std::int64_t lines = s.n * s.outH, step = linesAtOnce(s);
  for (std::int64_t group = 0; group < s.groups; ++group)
    for (std::int64_t line = 0; line < lines; line += step) work(Part{s, line, std::min(lines, line + step)}, group);
}

void gather(const Part& part, std::int64_t group, const float* dy, float* rows) {
  overLines(part, group, [&](std::int64_t, std::int64_t image, std::int64_t row) {
    std::memcpy(rows + row, dy + image, static_cast<std::size_t>(part.s.outW) * sizeof(float));
  });
}

}  // namespace

std::int64_t plainConvolutionWorkspaceBytes(const PlainConvolutionShape& s, int threads) {
  const std::int64_t pixels = linesAtOnce(s) * s.outW;
  return (taps(s) * pixels + s.outC / s.groups * pixels + 32) * 4 + plainProductWorkspaceBytes(threads);
}

void plainConvolution(const PlainConvolutionShape& s, const float* x, const float* w, const float* bias, bool relu, float* y, std::byte* workspace,
                      int threads) {
  const Workspace at(s, workspace);
  const std::int64_t k = taps(s), outputs = s.outC / s.groups;
  overParts(s, [&](const Part& part, std::int64_t group) {
    toColumns(part, group, x, at.columns, threads);
    plainProduct(outputs, part.pixels(), k, {w + group * outputs * k, k, 1}, {at.columns, part.pixels(), 1}, at.rows, part.pixels(), false,
                 at.product, threads);
    overLines(part, group, [&](std::int64_t o, std::int64_t image, std::int64_t row) {
      const float b = bias ? bias[group * outputs + o] : 0.0F;
      for (std::int64_t i = 0; i < s.outW; ++i) {
        const float made = at.rows[row + i] + b;
        y[image + i] = relu && made < 0 ? 0.0F : made;  // keeps NaN
      }
    });
  });
}

void plainConvolutionGradInput(const PlainConvolutionShape& s, const float* dy, const float* w, float* dx, std::byte* workspace, int threads) {
  const Workspace at(s, workspace);
  const std::int64_t k = taps(s), outputs = s.outC / s.groups;
  std::fill(dx, dx + s.n * s.inC * s.inH * s.inW, 0.0F);
  overParts(s, [&](const Part& part, std::int64_t group) {
    gather(part, group, dy, at.rows);
    plainProduct(k, part.pixels(), outputs, {w + group * outputs * k, 1, k}, {at.rows, part.pixels(), 1}, at.columns, part.pixels(), false,
                 at.product, threads);
    addColumns(part, group, at.columns, dx, threads);
  });
}

void plainConvolutionGradWeight(const PlainConvolutionShape& s, const float* x, const float* dy, float* dw, std::byte* workspace, int threads) {
  const Workspace at(s, workspace);
  const std::int64_t k = taps(s), outputs = s.outC / s.groups;
  std::fill(dw, dw + s.outC * k, 0.0F);
  overParts(s, [&](const Part& part, std::int64_t group) {
    toColumns(part, group, x, at.columns, threads);
    gather(part, group, dy, at.rows);
    plainProduct(outputs, k, part.pixels(), {at.rows, part.pixels(), 1}, {at.columns, 1, part.pixels()}, dw + group * outputs * k, k, true,
                 at.product, threads);
  });
}

}  // namespace stepscope::kernels
