// How pixels become the model's input.
#pragma once

#include <span>
#include <vector>

#include "core/data/dataset.h"

namespace stepscope {

// (pixel / 255 - mean) / std, written as pixel * scale + shift; one entry per channel.
struct Normalization {
  std::vector<float> scale, shift;
  std::vector<float> padding;       // the value outside of an image, in the model's units
  std::vector<float> pixelPadding;  // the same as a pixel in [0, 1]
};

// If black is more deviations away from the mean than this, it is not used as padding: in images of nearly one colour it could be a hundred
// deviations away and dominate all other pixels. Then the mean is used.
inline constexpr double kFarthestBlack = 8;

Normalization normalization(const ChannelScale& scale);

// Normalised values to pixels in [0, 1], and back; shape.bytes() planar floats.
void toPixels(const Normalization& normalization, const PixelShape& shape, std::span<float> values);
void normalizePixels(const Normalization& normalization, const PixelShape& shape, std::span<float> pixels);

}  // namespace stepscope
