#include "core/data/images/image.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace stepscope {

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
