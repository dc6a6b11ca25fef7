#include "core/data/images/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/error.h"

namespace stepscope {

ImageFormat sniffFormat(std::span<const std::uint8_t> bytes) {
  constexpr std::array<std::uint8_t, 3> jpeg{0xFF, 0xD8, 0xFF};
  constexpr std::array<std::uint8_t, 8> png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  const auto begins = [&](const auto& magic) { return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin()); };
  if (begins(jpeg)) return ImageFormat::Jpeg;
  if (begins(png)) return ImageFormat::Png;
  return ImageFormat::Unknown;
}

void throwDamaged(const std::string& file, const std::string& reason) {
  throw Error(ErrorKind::Input, file, "the image cannot be decoded (" + reason + ")", "Replace the file, or remove it from the folder");
}

void checkImageSize(const std::string& file, std::int64_t width, std::int64_t height) {
  if (width < 1 || height < 1 || width > kMaxImagePixels || height > kMaxImagePixels / width) {
    throw Error(ErrorKind::Input, file, fmt::format("the image is {}x{}, more than {} million pixels", width, height, kMaxImagePixels / 1'000'000),
                "Scale it down, or remove it from the folder");
  }
}

}  // namespace stepscope
