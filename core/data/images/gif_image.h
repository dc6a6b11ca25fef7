// The first frame of a GIF file (https://www.w3.org/Graphics/GIF/spec-gif89a.txt). The file is treated as untrusted.
#pragma once

#include <string>

#include "core/data/images/image.h"

namespace stepscope {

// `bytes` may be only the beginning of the file; throws Error (Input) naming `file`, also if the first frame needs more bytes.
ImageHeader readGifHeader(std::span<const std::uint8_t> bytes, const std::string& file);
// Decodes the first frame on its canvas. Outside of the frame the canvas has the transparent colour, or else the first one of the palette, as in
// Pillow. Throws Error (Input) naming `file` when it is damaged or cut off.
DecodeResult decodeGif(std::span<const std::uint8_t> bytes, const std::string& file, Image& image, const std::atomic<bool>& stop);

}  // namespace stepscope
