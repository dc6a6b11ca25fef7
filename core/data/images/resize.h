// Antialiased bilinear resizing: a triangle filter as wide as the reduction, in 22-bit fixed point, horizontal pass first.
// The same pixels as Pillow's Image.resize(size, BILINEAR, box), src/libImaging/Resample.c.
#pragma once

#include <cstdint>
#include <vector>

#include "core/data/images/image.h"
#include "core/data/sample_view.h"

namespace stepscope {

// Interleaved RGB in memory that the caller owns, rows without gaps.
struct PixelView {
  const std::uint8_t* rgb = nullptr;
  std::int64_t width = 0, height = 0;
};
inline PixelView viewOf(const Image& image) {
  return {image.pixels.data(), image.width, image.height};
}

// Work memory, which grows to the size that the largest image needs and is reused.
struct ResizeScratch {
  std::vector<std::int32_t> first, count, weights;  // for one axis; first horizontal, then vertical
  std::vector<std::uint8_t> rows;                   // after the horizontal pass
  std::vector<std::int32_t> sums;
};

enum class PixelLayout { Interleaved, Planar };

// Resizes `box` of an RGB image to width x height x 3 bytes at `out`. The box must be inside the image.
void resizeImage(const PixelView& image, const Box& box, std::int64_t width, std::int64_t height, PixelLayout layout, std::uint8_t* out,
                 ResizeScratch& scratch);

// The largest of 1, 2, 4 and 8 by which the image can be scaled down while `box` still has at least width x height pixels.
std::int64_t decodeScale(const Box& box, std::int64_t width, std::int64_t height);

// The pixels around `box` that the filter reads when resizing to width x height, inside a file of fileWidth x fileHeight.
Rect pixelsNeeded(const Box& box, std::int64_t width, std::int64_t height, std::int64_t fileWidth, std::int64_t fileHeight);

// Converts `box` from pixels of the file to pixels of the decoded part `image`.
Box inDecoded(const Box& box, const Image& image);

}  // namespace stepscope
