// Reads and decodes an image of any format, and inspects images quickly when a folder is opened. An image is a file or part of one (image_part.h);
// `file` is its name in messages.
#pragma once

#include <string>
#include <vector>

#include "core/data/images/image_part.h"
#include "core/data/images/jpeg.h"
#include "core/data/images/resize.h"

namespace stepscope {

// Work memory of a thread for decoding images. It grows to the size that the largest image needs and is reused, so that later decoding allocates
// nothing.
struct DecodeScratch {
  std::vector<std::uint8_t> file;
  JpegDecoder jpeg;
  Image image;
  ResizeScratch resize;
  std::vector<std::uint8_t> turned;
  std::vector<std::uint8_t> reduced, sample;  // for the caller: an image scaled down, a sample
};

// Reads the header and the end of a file, usually a few kilobytes; a file whose end marker is missing is decoded to find the error. Throws Error
// (Input) naming the file if it is empty, in no format of image_codecs.h, damaged, cut off or too large.
ImageHeader inspectImageFile(const std::string& file, DecodeScratch& scratch, const ImagePart& part = {});

// Decodes `box` of the upright image and resizes it to width x height. Decodes only what is needed: part of a JPEG, scaled down in the DCT. The file
// must have the size it had when it was inspected. Throws Error (Input) naming the file.
DecodeResult decodeImageFile(const std::string& file, const ImageHeader& header, const Box& box, std::int64_t width, std::int64_t height,
                             PixelLayout layout, std::uint8_t* out, DecodeScratch& scratch, const std::atomic<bool>& stop,
                             const ImagePart& part = {});

// Decodes the whole file into scratch.image, upright.
void decodeWholeFile(const std::string& file, DecodeScratch& scratch, const ImagePart& part = {});

// The bytes of the image as they are stored.
void readImageBytes(const std::string& file, const ImagePart& part, std::vector<std::uint8_t>& out);

}  // namespace stepscope
