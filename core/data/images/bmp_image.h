// BMP, as Windows and OS/2 write it (https://learn.microsoft.com/windows/win32/gdi/bitmap-storage): 1, 4, 8, 16, 24 and 32 bits per pixel, palettes,
// colour masks, run-length encoding. The file is treated as untrusted.
#pragma once

#include <string>

#include "core/data/images/image.h"

namespace stepscope {

bool beginsAsBmp(std::string_view bytes);
// `bytes` may be only the beginning of the file; throws Error (Input) naming `file`, also if the header needs more bytes.
ImageHeader readBmpHeader(std::span<const std::uint8_t> bytes, const std::string& file);
// The least size of a complete file, in bytes, computed from its beginning.
std::int64_t bytesOfBmp(std::span<const std::uint8_t> bytes);
// Decodes the whole image, with the pixels that Pillow's convert("RGB") gives. Throws Error (Input) naming `file` when it is damaged or cut off.
DecodeResult decodeBmp(std::span<const std::uint8_t> bytes, const std::string& file, Image& image, const std::atomic<bool>& stop);

}  // namespace stepscope
