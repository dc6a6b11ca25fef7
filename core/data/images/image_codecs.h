// The table of image formats: how a file is recognised, and its decoder. A format is one entry of the table.
#pragma once

#include <string_view>
#include <vector>

#include "core/data/images/exif.h"
#include "core/data/images/image_file.h"

namespace stepscope {

struct ImageCodecDef {
  std::string_view title;                    // "JPEG"
  std::vector<std::string_view> extensions;  // lower case, with the dot; the usual one first
  bool (*begins)(std::string_view bytes);    // whether these are the first bytes of such a file; 18 are enough
  std::string_view end;                      // bytes near the end of a complete file; empty: no end is looked for
  // The least size of a complete file, computed from a beginning that readHeader() accepted. Null: not needed, because readHeader() accepts only
  // complete data, or `end` shows whether the file is complete.
  std::int64_t (*bytesNeeded)(std::span<const std::uint8_t> bytes);
  bool decodesParts;           // false: always decodes the whole image, in its own size
  bool mayEndWithOrientation;  // the orientation may be stored after the pixels
  Orientation (*orientation)(std::span<const std::uint8_t> bytes);
  // `bytes` may be only the beginning of the file; throws Error (Input) naming `file`, also if the header needs more bytes.
  ImageHeader (*readHeader)(std::span<const std::uint8_t> bytes, const std::string& file, DecodeScratch& scratch);
  // Decodes scratch.file into scratch.image: at least `part`, scaled down by `scale`. Throws Error (Input) naming `file`.
  DecodeResult (*decode)(const std::string& file, const Rect& part, std::int64_t scale, DecodeScratch& scratch, const std::atomic<bool>& stop);
};

const std::vector<ImageCodecDef>& imageCodecs();
// The codec for these first bytes of a file (its extension may be wrong); null: an unsupported format.
const ImageCodecDef* codecOf(std::span<const std::uint8_t> bytes);

}  // namespace stepscope
