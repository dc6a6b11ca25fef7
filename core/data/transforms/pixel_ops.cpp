#include "core/data/transforms/pixel_ops.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope {
namespace {

std::size_t planeOf(const PixelShape& shape) {
  return static_cast<std::size_t>(shape.height * shape.width);
}

float grey(float r, float g, float b) {
  return 0.2989F * r + 0.587F * g + 0.114F * b;
}

float blend(float a, float b, float factor) {
  return std::clamp(factor * a + (1 - factor) * b, 0.0F, 1.0F);
}

std::uint8_t byteOf(float pixel) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(pixel, 0.0F, 1.0F) * 255));
}

struct Hsv {
  float hue, saturation, value;
};

Hsv hsvOf(float r, float g, float b) {
  const float most = std::max({r, g, b}), least = std::min({r, g, b}), range = most - least;
  if (range == 0) return {0, 0, most};
  float sixth = 0;
  if (most == r) sixth = (g - b) / range;
  else if (most == g) sixth = 2 + (b - r) / range;
  else sixth = 4 + (r - g) / range;
  return {std::fmod(sixth / 6 + 1, 1.0F), range / most, most};
}

std::array<float, 3> rgbOf(const Hsv& color) {
  const float sixth = std::floor(color.hue * 6), f = color.hue * 6 - sixth, v = color.value;
  const auto part = [&](float share) { return std::clamp(v * (1 - color.saturation * share), 0.0F, 1.0F); };
  const float p = part(1), q = part(f), t = part(1 - f);
  switch (static_cast<int>(sixth) % 6) {
    case 0: return {v, t, p};
    case 1: return {q, v, p};
    case 2: return {p, v, t};
    case 3: return {p, q, v};
    case 4: return {t, p, v};
    default: return {v, p, q};
  }
}

}  // namespace

void adjustBrightness(std::span<float> pixels, float factor) {
  for (float& pixel : pixels) pixel = blend(pixel, 0, factor);
}

void adjustContrast(const PixelShape& shape, std::span<float> pixels, float factor) {
  const std::size_t plane = planeOf(shape);
  double sum = 0;
  std::size_t count = pixels.size();
  if (shape.channels == 3) {
    count = plane;
    for (std::size_t i = 0; i < plane; ++i) sum += static_cast<double>(grey(pixels[i], pixels[plane + i], pixels[2 * plane + i]));
  } else {
    for (const float pixel : pixels) sum += static_cast<double>(pixel);
  }
  const auto mean = static_cast<float>(sum / static_cast<double>(count));
  for (float& pixel : pixels) pixel = blend(pixel, mean, factor);
}

void adjustSaturation(const PixelShape& shape, std::span<float> pixels, float factor) {
  if (shape.channels != 3) return;
  const std::size_t plane = planeOf(shape);
  float *r = pixels.data(), *g = r + plane, *b = g + plane;
  for (std::size_t i = 0; i < plane; ++i) {
    const float middle = grey(r[i], g[i], b[i]);
    r[i] = blend(r[i], middle, factor);
    g[i] = blend(g[i], middle, factor);
    b[i] = blend(b[i], middle, factor);
  }
}

void adjustSharpness(const PixelShape& shape, std::span<float> pixels, float factor, std::span<float> work) {
  const std::int64_t height = shape.height, width = shape.width;
  if (height <= 2 || width <= 2) return;
  std::copy(pixels.begin(), pixels.end(), work.begin());
  for (std::int64_t c = 0; c < shape.channels; ++c)
    for (std::int64_t y = 1; y + 1 < height; ++y) {
      float* out = pixels.data() + (c * height + y) * width;
      const float* middle = work.data() + (c * height + y) * width;
      const float *above = middle - width, *below = middle + width;
      for (std::int64_t x = 1; x + 1 < width; ++x) {
        float around = 0;
        for (std::int64_t dx = -1; dx <= 1; ++dx) around += above[x + dx] + below[x + dx];
        const float blurred = (around + middle[x - 1] + middle[x + 1] + 5 * middle[x]) / 13;  // the kernel 1 1 1, 1 5 1, 1 1 1
        out[x] = blend(middle[x], blurred, factor);
      }
    }
}

void adjustHue(const PixelShape& shape, std::span<float> pixels, float turn) {
  if (shape.channels != 3) return;
  const std::size_t plane = planeOf(shape);
  float *r = pixels.data(), *g = r + plane, *b = g + plane;
  for (std::size_t i = 0; i < plane; ++i) {
    Hsv color = hsvOf(r[i], g[i], b[i]);
    color.hue += turn;
    color.hue -= std::floor(color.hue);
    const auto turned = rgbOf(color);
    r[i] = turned[0];
    g[i] = turned[1];
    b[i] = turned[2];
  }
}

void toGrayscale(const PixelShape& shape, std::span<float> pixels) {
  if (shape.channels != 3) return;
  const std::size_t plane = planeOf(shape);
  float *r = pixels.data(), *g = r + plane, *b = g + plane;
  for (std::size_t i = 0; i < plane; ++i) r[i] = g[i] = b[i] = grey(r[i], g[i], b[i]);
}

void posterize(std::span<float> pixels, int bits) {
  const int mask = 256 - (1 << (8 - bits));
  for (float& pixel : pixels) pixel = static_cast<float>(byteOf(pixel) & mask) / 255;
}

void solarize(std::span<float> pixels, float threshold) {
  for (float& pixel : pixels)
    if (pixel >= threshold) pixel = 1 - pixel;
}

void autocontrast(const PixelShape& shape, std::span<float> pixels) {
  const std::size_t plane = planeOf(shape);
  for (std::size_t begin = 0; begin < pixels.size(); begin += plane) {
    const std::span<float> channel = pixels.subspan(begin, plane);
    const auto [low, high] = std::minmax_element(channel.begin(), channel.end());
    const float least = *low, range = *high - *low;
    if (range == 0) continue;
    for (float& pixel : channel) pixel = std::clamp((pixel - least) / range, 0.0F, 1.0F);
  }
}

void equalize(const PixelShape& shape, std::span<float> pixels) {
  const std::size_t plane = planeOf(shape);
  for (std::size_t begin = 0; begin < pixels.size(); begin += plane) {
    const std::span<float> channel = pixels.subspan(begin, plane);
    std::array<std::int64_t, 256> histogram{};
    for (const float pixel : channel) ++histogram[byteOf(pixel)];
    std::int64_t last = 0;  // the count of the brightest value that occurs
    for (const std::int64_t count : histogram)
      if (count > 0) last = count;
    const std::int64_t step = (static_cast<std::int64_t>(plane) - last) / 255;
    if (step == 0) continue;
    std::array<float, 256> equal{};
    std::int64_t below = 0;  // darker pixels
    for (std::size_t value = 0; value < equal.size(); ++value) {
      equal[value] = static_cast<float>(std::min<std::int64_t>(255, value == 0 ? 0 : (below + step / 2) / step)) / 255;
      below += histogram[value];
    }
    for (float& pixel : channel) pixel = equal[byteOf(pixel)];
  }
}

}  // namespace stepscope
