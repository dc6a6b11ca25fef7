// The table of image formats: the first and last bytes of their files, and their decoders. A format is one entry of the table.
#pragma once

#include <string_view>
#include <vector>

#include "core/data/images/exif.h"
#include "core/data/images/image_file.h"

namespace stepscope {

struct ImageCodecDef {
  std::string_view title;                    // "JPEG"
  std::vector<std::string_view> extensions;  // lower case, with the dot; the usual one first
  std::string_view begin, end;               // the first bytes of a file; bytes near the end of a complete file
  bool decodesParts;                         // false: always decodes the whole image, in its own size
  bool mayEndWithOrientation;                // the orientation is then stored after the pixels
  Orientation (*orientation)(std::span<const std::uint8_t> bytes);
  // bytes may be only the beginning of the file; throws Error (Input) naming `file`, also if the header needs more bytes.
  ImageHeader (*readHeader)(std::span<const std::uint8_t> bytes, const std::string& file, DecodeScratch& scratch);
  // Decodes scratch.file into scratch.image: at least `part`, scaled down by `scale`. Throws Error (Input) naming `file`.
  DecodeResult (*decode)(const std::string& file, const Rect& part, std::int64_t scale, DecodeScratch& scratch, const std::atomic<bool>& stop);
};

const std::vector<ImageCodecDef>& imageCodecs();
// Found by the first bytes, since the extension of a file may be wrong; null: an unsupported format.
const ImageCodecDef* codecOf(std::span<const std::uint8_t> bytes);

}  // namespace stepscope
