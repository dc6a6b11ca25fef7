// What all image codecs share. Decoded images are 8-bit RGB, interleaved; grey, palette, 16-bit and CMYK files are converted and an
// alpha channel is dropped (as Pillow's convert("RGB") does).
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

// Larger images are refused from their header, before memory is taken.
inline constexpr std::int64_t kMaxImagePixels = 100'000'000;

struct ImageCodecDef;

struct ImageHeader {
  std::int64_t width = 0, height = 0;  // upright, as a viewer shows it
  std::uint8_t orientation = 1;        // how the file's pixels are to be turned for that, see exif.h
  const ImageCodecDef* codec = nullptr;
};

// Pixels of the file: x, y is the top left corner.
struct Rect {
  std::int64_t x = 0, y = 0, width = 0, height = 0;
};

// A decoded part of a file. Pixel (i, j) of the file is at ((i - originX) / scale ...) as the codec says with `scale` and `origin`.
struct Image {
  std::int64_t width = 0, height = 0;
  std::int64_t originX = 0, originY = 0;  // of this part in the scaled-down whole, pixels
  std::int64_t scale = 1;                 // 1 pixel here is scale x scale pixels of the file
  std::vector<std::uint8_t> pixels;       // height x width x 3; only grows, so that it can be used again

  void resize(std::int64_t newWidth, std::int64_t newHeight) {
    width = newWidth;
    height = newHeight;
    const auto bytes = static_cast<std::size_t>(newWidth * newHeight * 3);
    if (pixels.size() < bytes) pixels.resize(bytes);
  }
};

enum class DecodeResult { Done, Stopped };

// The error of a file that cannot be decoded.
[[noreturn]] void throwDamaged(const std::string& file, const std::string& reason);
// Throws Error (Input) when the header's size is absurd.
void checkImageSize(const std::string& file, std::int64_t width, std::int64_t height);

}  // namespace stepscope
