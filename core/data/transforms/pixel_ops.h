// Changes of the colours of one image: planar (C, H, W) floats, pixels in [0, 1]. The definitions of torchvision.transforms.functional on float
// tensors; posterize and equalize round to 8 bits first, since they are defined on bytes. Grey is 0.2989 R + 0.587 G + 0.114 B.
#pragma once

#include <cstdint>
#include <span>

#include "core/data/sample_view.h"

namespace stepscope {

// `factor` >= 0: with 0 the result is black (brightness), the mean grey of the image (contrast), its grey version (saturation) or a blurred version
// (sharpness); with 1 the image stays as it is. The result is clamped to [0, 1].
void adjustBrightness(std::span<float> pixels, float factor);
void adjustContrast(const PixelShape& shape, std::span<float> pixels, float factor);
void adjustSaturation(const PixelShape& shape, std::span<float> pixels, float factor);  // three channels; else nothing
// `work`: at least as many floats as the image. The outermost pixels stay as they are.
void adjustSharpness(const PixelShape& shape, std::span<float> pixels, float factor, std::span<float> work);
// Shifts the hue by `turn` of the colour circle, -0.5 to 0.5. Does nothing unless there are three channels.
void adjustHue(const PixelShape& shape, std::span<float> pixels, float turn);
void toGrayscale(const PixelShape& shape, std::span<float> pixels);  // three channels; else nothing

void posterize(std::span<float> pixels, int bits);                    // keeps the upper `bits` of 8
void solarize(std::span<float> pixels, float threshold);              // inverts pixels that are at least the threshold
void autocontrast(const PixelShape& shape, std::span<float> pixels);  // stretches each channel to [0, 1]
void equalize(const PixelShape& shape, std::span<float> pixels);      // gives each channel a flat histogram

}  // namespace stepscope
