#include "core/data/images/resize.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace stepscope {

namespace {

constexpr int kBits = 32 - 8 - 2;  // bits of a weight: 8 are for the pixel, 2 for overflow of the sum

// The source pixels and weights of target pixel i; `taps` weights per target pixel.
struct Axis {
  const std::int32_t* first;
  const std::int32_t* count;
  const std::int32_t* weights;
  std::int64_t taps;
};

struct AxisSize {
  double scale, support;
  std::int64_t taps;
};

AxisSize axisSize(double boxSize, std::int64_t target) {
  const double scale = boxSize / static_cast<double>(target), support = std::max(scale, 1.0);
  return {scale, support, static_cast<std::int64_t>(std::ceil(support)) * 2 + 1};
}

void computeAxis(std::int64_t source, double boxStart, std::int64_t target, const AxisSize& size, std::int32_t* first, std::int32_t* count,
                 std::int32_t* weights) {
  for (std::int64_t i = 0; i < target; ++i, weights += size.taps) {
    const double center = boxStart + (static_cast<double>(i) + 0.5) * size.scale;
    const auto from = std::max<std::int64_t>(static_cast<std::int64_t>(center - size.support + 0.5), 0);
    const auto to = std::min<std::int64_t>(static_cast<std::int64_t>(center + size.support + 0.5), source);
    double sum = 0;
    const auto weight = [&](std::int64_t x) { return std::max(0.0, 1.0 - std::abs((static_cast<double>(x) - center + 0.5) / size.support)); };
    for (std::int64_t x = from; x < to; ++x) sum += weight(x);
    first[i] = static_cast<std::int32_t>(from);
    count[i] = static_cast<std::int32_t>(to - from);
    for (std::int64_t x = from; x < to; ++x) weights[x - from] = static_cast<std::int32_t>(0.5 + weight(x) / sum * (1 << kBits));
  }
}

std::uint8_t toByte(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::clamp(sum >> kBits, 0, 255));
}

template <class T>
T* grown(std::vector<T>& memory, std::int64_t size) {
  if (memory.size() < static_cast<std::size_t>(size)) memory.resize(static_cast<std::size_t>(size));
  return memory.data();
}

void horizontalPass(const PixelView& image, const Axis& axis, std::int64_t firstRow, std::int64_t rows, std::int64_t width, std::uint8_t* out) {
  for (std::int64_t y = 0; y < rows; ++y) {
    const std::uint8_t* row = image.rgb + (firstRow + y) * image.width * 3;
    for (std::int64_t x = 0; x < width; ++x, out += 3) {
      const std::uint8_t* in = row + axis.first[x] * 3;
      const std::int32_t* weights = axis.weights + x * axis.taps;
      std::int32_t r = 1 << (kBits - 1), g = r, b = r;
      for (std::int32_t t = 0; t < axis.count[x]; ++t, in += 3) {
        r += in[0] * weights[t];
        g += in[1] * weights[t];
        b += in[2] * weights[t];
      }
      out[0] = toByte(r);
      out[1] = toByte(g);
      out[2] = toByte(b);
    }
  }
}

// `rows`: width * 3 bytes each; the first one is row firstRow of the image.
void verticalPass(const std::uint8_t* rows, const Axis& axis, std::int64_t firstRow, std::int64_t width, std::int64_t height, PixelLayout layout,
                  std::int32_t* sums, std::uint8_t* out) {
  const std::int64_t stride = width * 3, plane = width * height;
  for (std::int64_t y = 0; y < height; ++y) {
    std::fill_n(sums, stride, 1 << (kBits - 1));
    for (std::int32_t t = 0; t < axis.count[y]; ++t) {
      const std::uint8_t* row = rows + (axis.first[y] + t - firstRow) * stride;
      const std::int32_t weight = axis.weights[y * axis.taps + t];
      for (std::int64_t i = 0; i < stride; ++i) sums[i] += row[i] * weight;
    }
    if (layout == PixelLayout::Interleaved) {
      for (std::int64_t i = 0; i < stride; ++i) out[y * stride + i] = toByte(sums[i]);
    } else {
      for (std::int64_t x = 0; x < width; ++x) {
        for (std::int64_t c = 0; c < 3; ++c) out[c * plane + y * width + x] = toByte(sums[3 * x + c]);
      }
    }
  }
}

}  // namespace

void resizeImage(const PixelView& image, const Box& box, std::int64_t width, std::int64_t height, PixelLayout layout, std::uint8_t* out,
                 ResizeScratch& scratch) {
  constexpr double slack = 1e-6;  // for rounding errors in the caller
  require(box.x >= -slack && box.y >= -slack && box.width > 0 && box.height > 0 && box.x + box.width <= static_cast<double>(image.width) + slack &&
              box.y + box.height <= static_cast<double>(image.height) + slack && width > 0 && height > 0,
          "a box to resize lies outside its image");
  const AxisSize across = axisSize(box.width, width), down = axisSize(box.height, height);
  std::int32_t* first = grown(scratch.first, width + height);
  std::int32_t* count = grown(scratch.count, width + height);
  std::int32_t* weights = grown(scratch.weights, width * across.taps + height * down.taps);
  computeAxis(image.width, box.x, width, across, first, count, weights);
  computeAxis(image.height, box.y, height, down, first + width, count + width, weights + width * across.taps);
  const Axis horizontal{first, count, weights, across.taps}, vertical{first + width, count + width, weights + width * across.taps, down.taps};

  const std::int64_t firstRow = vertical.first[0], endRow = vertical.first[height - 1] + vertical.count[height - 1];
  std::uint8_t* rows = grown(scratch.rows, (endRow - firstRow) * width * 3);
  horizontalPass(image, horizontal, firstRow, endRow - firstRow, width, rows);
  verticalPass(rows, vertical, firstRow, width, height, layout, grown(scratch.sums, width * 3), out);
}

std::int64_t decodeScale(const Box& box, std::int64_t width, std::int64_t height) {
  // Scales of 5/8 to 7/8 are slower than full size in libjpeg-turbo, so only powers of two are used.
  for (const std::int64_t scale : {8, 4, 2}) {
    if (box.width / static_cast<double>(scale) >= static_cast<double>(width) &&
        box.height / static_cast<double>(scale) >= static_cast<double>(height))
      return scale;
  }
  return 1;
}

Rect pixelsNeeded(const Box& box, std::int64_t width, std::int64_t height, std::int64_t fileWidth, std::int64_t fileHeight) {
  const auto marginX = static_cast<std::int64_t>(std::ceil(axisSize(box.width, width).support)) + 1;
  const auto marginY = static_cast<std::int64_t>(std::ceil(axisSize(box.height, height).support)) + 1;
  const std::int64_t left = std::max<std::int64_t>(0, static_cast<std::int64_t>(box.x) - marginX),
                     top = std::max<std::int64_t>(0, static_cast<std::int64_t>(box.y) - marginY);
  const std::int64_t right = std::min(fileWidth, static_cast<std::int64_t>(std::ceil(box.x + box.width)) + marginX);
  const std::int64_t bottom = std::min(fileHeight, static_cast<std::int64_t>(std::ceil(box.y + box.height)) + marginY);
  return {left, top, right - left, bottom - top};
}

Box inDecoded(const Box& box, const Image& image) {
  const auto scale = static_cast<double>(image.scale);
  Box result{box.x / scale - static_cast<double>(image.originX), box.y / scale - static_cast<double>(image.originY), box.width / scale,
             box.height / scale};
  // The last block of a scaled image may be rounded up or down.
  result.x = std::max(0.0, result.x);
  result.y = std::max(0.0, result.y);
  result.width = std::min(result.width, static_cast<double>(image.width) - result.x);
  result.height = std::min(result.height, static_cast<double>(image.height) - result.y);
  return result;
}

}  // namespace stepscope
