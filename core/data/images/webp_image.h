// WebP through libwebp: lossy and lossless, and the first frame of an animation. The file is treated as untrusted.
#pragma once

#include <string>

#include "core/data/images/image.h"

namespace stepscope {

bool beginsAsWebp(std::string_view bytes);
// `bytes` may be only the beginning of the file; throws Error (Input) naming `file`, also if the header, or its EXIF block, needs more bytes.
ImageHeader readWebpHeader(std::span<const std::uint8_t> bytes, const std::string& file);
// The least size of a complete file, in bytes, computed from its beginning.
std::int64_t bytesOfWebp(std::span<const std::uint8_t> bytes);
// Decodes the whole image; an animation is black outside of its first frame. Throws Error (Input) naming `file` when it is damaged or cut off.
DecodeResult decodeWebp(std::span<const std::uint8_t> bytes, const std::string& file, Image& image, const std::atomic<bool>& stop);

}  // namespace stepscope
