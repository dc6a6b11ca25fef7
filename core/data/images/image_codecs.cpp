#include "core/data/images/image_codecs.h"

#include "core/data/images/bmp_image.h"
#include "core/data/images/gif_image.h"
#include "core/data/images/png_image.h"
#include "core/data/images/tiff_image.h"
#include "core/data/images/webp_image.h"

namespace stepscope {
namespace {

using Bytes = std::span<const std::uint8_t>;
using Stop = const std::atomic<bool>&;

// Adapters for decoders that keep no memory between images.
template <ImageHeader (*read)(Bytes, const std::string&)>
ImageHeader header(Bytes bytes, const std::string& file, DecodeScratch&) {
  return read(bytes, file);
}
template <DecodeResult (*decode)(Bytes, const std::string&, Image&, Stop)>
DecodeResult whole(const std::string& file, const Rect&, std::int64_t, DecodeScratch& scratch, Stop stop) {
  return decode(scratch.file, file, scratch.image, stop);
}

Orientation asItIs(Bytes) {
  return 1;
}

}  // namespace

const std::vector<ImageCodecDef>& imageCodecs() {
  using namespace std::string_view_literals;
  static const std::vector<ImageCodecDef> codecs = {
      {"JPEG",
       {".jpg", ".jpeg", ".jpe", ".jfif"},
       [](std::string_view bytes) { return bytes.starts_with("\xFF\xD8\xFF"sv); },
       "\xFF\xD9",  // the marker EOI; cameras and editors may append some bytes
       nullptr,
       true,
       false,
       orientationOfJpeg,
       [](Bytes bytes, const std::string& file, DecodeScratch& scratch) { return scratch.jpeg.readHeader(bytes, file); },
       [](const std::string& file, const Rect& part, std::int64_t scale, DecodeScratch& scratch, Stop stop) {
         return scratch.jpeg.decode(scratch.file, file, part, scale, scratch.image, stop);
       }},
      {"PNG",
       {".png"},
       [](std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1A\n"sv); },
       "IEND",
       nullptr,
       false,
       true,
       orientationOfPng,
       header<readPngHeader>,
       whole<decodePng>},
      {"BMP", {".bmp", ".dib"}, beginsAsBmp, {}, bytesOfBmp, false, false, asItIs, header<readBmpHeader>, whole<decodeBmp>},
      {"GIF",
       {".gif"},
       [](std::string_view bytes) { return bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv); },
       {},
       nullptr,
       false,
       false,
       asItIs,
       header<readGifHeader>,
       whole<decodeGif>},
      {"TIFF", {".tif", ".tiff"}, beginsAsTiff, {}, nullptr, false, false, orientationOfTiff, header<readTiffHeader>, whole<decodeTiff>},
      {"WebP", {".webp"}, beginsAsWebp, {}, bytesOfWebp, false, false, orientationOfWebp, header<readWebpHeader>, whole<decodeWebp>},
  };
  return codecs;
}

const ImageCodecDef* codecOf(Bytes bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const ImageCodecDef& codec : imageCodecs())
    if (codec.begins(text)) return &codec;
  return nullptr;
}

}  // namespace stepscope
