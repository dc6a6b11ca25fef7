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

// Padding is black, or the mean if black is more than this many standard deviations from it: in images of nearly one colour it could be a hundred
// deviations away and dominate all other pixels.
inline constexpr double kFarthestBlack = 8;

Normalization normalization(const ChannelScale& scale);

// Convert normalised values to pixels in [0, 1], and back, in place; shape.bytes() planar floats.
void toPixels(const Normalization& normalization, const PixelShape& shape, std::span<float> values);
void normalizePixels(const Normalization& normalization, const PixelShape& shape, std::span<float> pixels);

}  // namespace stepscope
