// An image file read whole and decoded, whatever its format; and the quick look at a file that a folder is opened with.
#pragma once

#include <string>
#include <vector>

#include "core/data/images/jpeg.h"
#include "core/data/images/resize.h"

namespace stepscope {

// What a thread needs to decode images. It grows to what the largest image needs and is used again, so a steady state allocates nothing
// of ours.
struct DecodeScratch {
  std::vector<std::uint8_t> file;
  JpegDecoder jpeg;
  Image image;
  ResizeScratch resize;
  std::vector<std::uint8_t> turned;
  std::vector<std::uint8_t> reduced, sample;  // of the caller: an image scaled down, a sample
};

// Header and end of a file. Looks at a few kilobytes; a file whose end is missing is decoded to see what is wrong.
// Throws Error (Input) naming the file when it is empty, no JPEG or PNG, damaged, cut off or absurdly large.
ImageHeader inspectImageFile(const std::string& file, DecodeScratch& scratch);

// Decodes `box` of the upright picture and resizes it to width x height. Only what is needed is decoded: part of a JPEG, scaled down in the DCT.
// The file must have the size it had when it was inspected. Throws Error (Input) naming the file.
DecodeResult decodeImageFile(const std::string& file, const ImageHeader& header, const Box& box, std::int64_t width, std::int64_t height,
                             PixelLayout layout, std::uint8_t* out, DecodeScratch& scratch, const std::atomic<bool>& stop);

// Decodes the whole file into scratch.image, upright.
void decodeWholeFile(const std::string& file, DecodeScratch& scratch);

}  // namespace stepscope
