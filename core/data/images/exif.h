// The orientation of an image. A camera held upright often writes the pixels as they are on its sensor and stores in EXIF how to turn them. All
// viewers turn them, so training must too (as ImageOps.exif_transpose of Pillow does).
#pragma once

#include <cstdint>
#include <span>

#include "core/data/images/resize.h"

namespace stepscope {

// The numbers of EXIF: 1 as it is, 2 mirrored left to right, 3 turned by 180 degrees, 4 mirrored top to bottom; 5 to 8 also exchange width and
// height.
using Orientation = std::uint8_t;
inline constexpr bool turnsSides(Orientation orientation) {
  return orientation >= 5;
}

// Reads the beginning of a JPEG file, up to its pixels; 1 if the tag is missing or invalid.
Orientation orientationOfJpeg(std::span<const std::uint8_t> bytes);
// Reads any part of a PNG file that holds its eXIf chunk.
Orientation orientationOfPng(std::span<const std::uint8_t> bytes);
// Reads a part of a WebP file that holds its EXIF chunk.
Orientation orientationOfWebp(std::span<const std::uint8_t> bytes);
// Reads a TIFF file with its first directory.
Orientation orientationOfTiff(std::span<const std::uint8_t> bytes);

// A part of the upright picture, in the pixels of the file, which is fileWidth x fileHeight.
Box inFile(const Box& upright, Orientation orientation, std::int64_t fileWidth, std::int64_t fileHeight);

// `from`: the pixels in the order of the file. `to`: the upright pixels, width x height; must be other memory.
void turnUpright(const std::uint8_t* from, Orientation orientation, std::int64_t width, std::int64_t height, PixelLayout layout, std::uint8_t* to);

}  // namespace stepscope
