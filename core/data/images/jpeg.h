// JPEG through libjpeg-turbo: decodes part of an image, scaled down in the DCT, and treats the file as untrusted.
#pragma once

#include <memory>
#include <string>

#include "core/data/images/image.h"

namespace stepscope {

// Keeps memory between images, but no state of libjpeg: a file without tables is never decoded with the tables of another file. One thread at a
// time.
class JpegDecoder {
 public:
  JpegDecoder();
  ~JpegDecoder();
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;

  // `bytes` may be only the beginning of the file; throws Error (Input) naming `file`, also if the header needs more bytes.
  ImageHeader readHeader(std::span<const std::uint8_t> bytes, const std::string& file);
  // Decodes at least `part`, scaled down by `scale` (1, 2, 4 or 8). Throws Error (Input) naming `file` when it is damaged or cut off.
  // Only the part is decoded (jpeg_crop_scanline, jpeg_skip_scanlines), extended to whole blocks, so `image` may be wider than `part`.
  DecodeResult decode(std::span<const std::uint8_t> bytes, const std::string& file, const Rect& part, std::int64_t scale, Image& image,
                      const std::atomic<bool>& stop);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Baseline 4:2:0 JPEG of width x height x 3 bytes. Throws Error (Resource) naming the file when it cannot be written.
void writeJpeg(const std::string& file, const std::uint8_t* rgb, std::int64_t width, std::int64_t height, int quality);

}  // namespace stepscope
