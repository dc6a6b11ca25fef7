// The first page of a TIFF file through libtiff; the file is treated as untrusted.
#pragma once

#include <string>

#include "core/data/images/image.h"

namespace stepscope {

bool beginsAsTiff(std::string_view bytes);
// `bytes` may be only the beginning of the file; throws Error (Input) naming `file`, also if the first page needs more bytes, has floats, signed
// numbers, more than 16 bits per channel, more than 5 channels, or more than one extra channel (alpha).
ImageHeader readTiffHeader(std::span<const std::uint8_t> bytes, const std::string& file);
// Decodes the first page in the order of the file's rows: 16 bits reduced to 8, CMYK and palettes as RGB, alpha dropped. Besides the image it needs 4
// bytes for each pixel of a strip or of a row of tiles. Throws Error (Input) naming `file` when it is damaged or cut off.
DecodeResult decodeTiff(std::span<const std::uint8_t> bytes, const std::string& file, Image& image, const std::atomic<bool>& stop);

}  // namespace stepscope
