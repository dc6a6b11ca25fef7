// Types that all image codecs use. Decoded images are 8-bit RGB, interleaved; grey, palette, 16-bit and CMYK files are converted and an alpha channel
// is dropped (as Pillow's convert("RGB") does).
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// Larger images are refused after reading their header, before memory is taken.
inline constexpr std::int64_t kMaxImagePixels = 100'000'000;

struct ImageCodecDef;

struct ImageHeader {
  std::int64_t width = 0, height = 0;  // of the upright image, as a viewer shows it
  std::uint8_t orientation = 1;        // how the pixels of the file must be turned to be upright (exif.h)
  const ImageCodecDef* codec = nullptr;
};

// A rectangle in the pixels of the file: x, y is the top left corner.
struct Rect {
  std::int64_t x = 0, y = 0, width = 0, height = 0;
};

// A decoded part of a file. Pixel (i, j) of the file is at position ((i - originX) / scale ...) of the part; see `scale` and `origin`.
struct Image {
  std::int64_t width = 0, height = 0;
  std::int64_t originX = 0, originY = 0;  // position of this part in the scaled-down whole image, in pixels
  std::int64_t scale = 1;                 // 1 pixel here is scale x scale pixels of the file
  std::vector<std::uint8_t> pixels;       // height x width x 3; never shrinks, so that it can be reused

  void resize(std::int64_t newWidth, std::int64_t newHeight) {
    width = newWidth;
    height = newHeight;
    const auto bytes = static_cast<std::size_t>(newWidth * newHeight * 3);
    if (pixels.size() < bytes) pixels.resize(bytes);
  }
};

enum class DecodeResult { Done, Stopped };

// Reasons for throwDamaged().
inline constexpr const char *kEndsEarly = "the file ends too early", *kDamagedData = "its data are damaged",
                            *kTooFewBytes = "its bytes cannot hold the pixels that its header promises";

// Throws the error for a file that cannot be decoded.
[[noreturn]] void throwDamaged(const std::string& file, const std::string& reason);
// Throws Error (Input) if the size in the header is impossible or too large.
void checkImageSize(const std::string& file, std::int64_t width, std::int64_t height);

}  // namespace stepscope
