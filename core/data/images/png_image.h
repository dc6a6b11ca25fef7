// PNG through libpng, without ever trusting the file.
#pragma once

#include <string>

#include "core/data/images/image.h"

namespace stepscope {

// bytes may be the beginning of the file only; throws Error (Input) naming `file`, also when the header needs more than that.
ImageHeader readPngHeader(std::span<const std::uint8_t> bytes, const std::string& file);
// Decodes the whole image. Throws Error (Input) naming `file` when it is damaged or cut off.
DecodeResult decodePng(std::span<const std::uint8_t> bytes, const std::string& file, Image& image, const std::atomic<bool>& stop);

}  // namespace stepscope
