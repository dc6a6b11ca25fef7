#include "core/data/images/image_codecs.h"

#include "core/data/images/png_image.h"

namespace stepscope {

const std::vector<ImageCodecDef>& imageCodecs() {
  using Bytes = std::span<const std::uint8_t>;
  using Stop = const std::atomic<bool>&;
  static const std::vector<ImageCodecDef> codecs = {
      {"JPEG",
       {".jpg", ".jpeg", ".jpe", ".jfif"},
       "\xFF\xD8\xFF",
       "\xFF\xD9",  // the marker EOI; cameras and editors may append some bytes
       true,
       false,
       orientationOfJpeg,
       [](Bytes bytes, const std::string& file, DecodeScratch& scratch) { return scratch.jpeg.readHeader(bytes, file); },
       [](const std::string& file, const Rect& part, std::int64_t scale, DecodeScratch& scratch, Stop stop) {
         return scratch.jpeg.decode(scratch.file, file, part, scale, scratch.image, stop);
       }},
      {"PNG",
       {".png"},
       "\x89PNG\r\n\x1A\n",
       "IEND",
       false,
       true,
       orientationOfPng,
       [](Bytes bytes, const std::string& file, DecodeScratch&) { return readPngHeader(bytes, file); },
       [](const std::string& file, const Rect&, std::int64_t, DecodeScratch& scratch, Stop stop) {
         return decodePng(scratch.file, file, scratch.image, stop);
       }},
  };
  return codecs;
}

const ImageCodecDef* codecOf(std::span<const std::uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const ImageCodecDef& codec : imageCodecs())
    if (text.starts_with(codec.begin)) return &codec;
  return nullptr;
}

}  // namespace stepscope
