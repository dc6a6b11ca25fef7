// PNG through libpng; the file is treated as untrusted.
#pragma once

#include <string>

#include "core/data/images/image.h"

namespace stepscope {

// `bytes` may be only the beginning of the file; throws Error (Input) naming `file`, also if the header needs more bytes.
ImageHeader readPngHeader(std::span<const std::uint8_t> bytes, const std::string& file);
// Decodes the whole image. Throws Error (Input) naming `file` when it is damaged or cut off.
DecodeResult decodePng(std::span<const std::uint8_t> bytes, const std::string& file, Image& image, const std::atomic<bool>& stop);

}  // namespace stepscope
