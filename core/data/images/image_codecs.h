// The picture formats that are read: what their files begin and end with, and how they are decoded. A format is one entry of the table.
#pragma once

#include <string_view>
#include <vector>

#include "core/data/images/exif.h"
#include "core/data/images/image_file.h"

namespace stepscope {

struct ImageCodecDef {
  std::string_view title;                    // "JPEG"
  std::vector<std::string_view> extensions;  // in small letters, with the dot; the usual one first
  std::string_view begin, end;               // the first bytes of a file; what stands near the end of one that is whole
  bool decodesParts;                         // else always the whole picture, in its own size
  bool mayEndWithOrientation;                // which then stands after the pixels
  Orientation (*orientation)(std::span<const std::uint8_t> bytes);
  // bytes may be the beginning of the file only; throws Error (Input) naming `file`, also when the header needs more than that.
  ImageHeader (*readHeader)(std::span<const std::uint8_t> bytes, const std::string& file, DecodeScratch& scratch);
  // Decodes scratch.file into scratch.image: at least `part`, scaled down by `scale`. Throws Error (Input) naming `file`.
  DecodeResult (*decode)(const std::string& file, const Rect& part, std::int64_t scale, DecodeScratch& scratch, const std::atomic<bool>& stop);
};

const std::vector<ImageCodecDef>& imageCodecs();
// By the first bytes, since the extension of a file proves nothing; null: a format that is not read.
const ImageCodecDef* codecOf(std::span<const std::uint8_t> bytes);

}  // namespace stepscope
