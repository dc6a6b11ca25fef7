// The orientation of an image. A camera held upright often writes the pixels as they are on its sensor and stores in EXIF how to turn them. All
// viewers turn them, so training must too (as Pillow's ImageOps.exif_transpose).
#pragma once

#include <cstdint>
#include <span>

#include "core/data/images/resize.h"

namespace stepscope {

// EXIF's numbers: 1 as it is, 2 mirrored, 3 turned by 180 degrees, 4 upside down, 5 to 8 the same with width and height exchanged.
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

// from: pixels in the order of the file, width x height after turning. to: the upright pixels; must be other memory.
void turnUpright(const std::uint8_t* from, Orientation orientation, std::int64_t width, std::int64_t height, PixelLayout layout, std::uint8_t* to);

}  // namespace stepscope
