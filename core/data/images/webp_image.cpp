#include "core/data/images/webp_image.h"

#include <webp/decode.h>
#include <webp/demux.h>

#include <algorithm>
#include <memory>

#include "core/data/images/byte_reader.h"

namespace stepscope {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kFlagsAt = 20;  // position of the flags of the chunk VP8X, with which a file begins that has more than pixels
constexpr std::uint8_t kHasExif = 0x08;

struct Closed {
  void operator()(WebPDemuxer* demuxer) const { WebPDemuxDelete(demuxer); }
  void operator()(WebPIDecoder* decoder) const { WebPIDelete(decoder); }
};

WebPBitstreamFeatures featuresOf(Bytes bytes, const std::string& file) {
  WebPBitstreamFeatures features{};
  const VP8StatusCode status = WebPGetFeatures(bytes.data(), bytes.size(), &features);
  if (status == VP8_STATUS_NOT_ENOUGH_DATA) throwDamaged(file, kEndsEarly);
  if (status != VP8_STATUS_OK) throwDamaged(file, kDamagedData);
  checkImageSize(file, features.width, features.height);
  return features;
}

bool holdsExif(Bytes bytes) {
  constexpr std::string_view name = "EXIF";
  return std::search(bytes.begin(), bytes.end(), name.begin(), name.end()) != bytes.end();
}

// Decodes a bitstream of width x height to RGB, rows `stride` bytes apart.
DecodeResult decodeInto(Bytes data, std::uint8_t* out, std::int64_t stride, std::int64_t width, std::int64_t height, const std::string& file,
                        const std::atomic<bool>& stop) {
  constexpr std::size_t kPart = std::size_t{1} << 16;
  const std::size_t room = static_cast<std::size_t>((height - 1) * stride + 3 * width);
  const std::unique_ptr<WebPIDecoder, Closed> decoder(WebPINewRGB(MODE_RGB, out, room, static_cast<int>(stride)));
  if (!decoder) throwDamaged(file, "there is no memory for it");
  VP8StatusCode status = VP8_STATUS_SUSPENDED;
  for (std::size_t end = 0; end < data.size() && status == VP8_STATUS_SUSPENDED;) {
    if (stop.load(std::memory_order_relaxed)) return DecodeResult::Stopped;
    end = std::min(data.size(), end + kPart);
    status = WebPIUpdate(decoder.get(), data.data(), end);
  }
  if (status == VP8_STATUS_OUT_OF_MEMORY) throwDamaged(file, "there is no memory for it");
  if (status != VP8_STATUS_OK) throwDamaged(file, status == VP8_STATUS_SUSPENDED ? kEndsEarly : kDamagedData);
  return DecodeResult::Done;
}

}  // namespace

bool beginsAsWebp(std::string_view bytes) {
  return bytes.starts_with("RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP";
}

ImageHeader readWebpHeader(Bytes bytes, const std::string& file) {
  const WebPBitstreamFeatures features = featuresOf(bytes, file);
  // EXIF comes after the pixels, so it needs more than the beginning of the file.
  const bool extended = bytes.size() > kFlagsAt && std::equal(bytes.begin() + 12, bytes.begin() + 16, "VP8X");
  if (extended && (bytes[kFlagsAt] & kHasExif) != 0 && static_cast<std::int64_t>(bytes.size()) < bytesOfWebp(bytes) && !holdsExif(bytes))
    throwDamaged(file, kEndsEarly);
  return {features.width, features.height};
}

std::int64_t bytesOfWebp(Bytes bytes) {
  return std::int64_t{LittleEndian{bytes, ""}.u32(4)} + 8;
}

DecodeResult decodeWebp(Bytes bytes, const std::string& file, Image& image, const std::atomic<bool>& stop) {
  const WebPBitstreamFeatures features = featuresOf(bytes, file);
  const std::int64_t width = features.width, height = features.height, stride = 3 * width;
  image.originX = image.originY = 0;
  image.scale = 1;
  if (!features.has_animation) {
    image.resize(width, height);
    return decodeInto(bytes, image.pixels.data(), stride, width, height, file, stop);
  }
  const WebPData data{bytes.data(), bytes.size()};
  const std::unique_ptr<WebPDemuxer, Closed> demuxer(WebPDemux(&data));
  WebPIterator frame{};
  if (!demuxer || !WebPDemuxGetFrame(demuxer.get(), 1, &frame)) throwDamaged(file, kDamagedData);
  const std::unique_ptr<WebPIterator, void (*)(WebPIterator*)> released(&frame, WebPDemuxReleaseIterator);
  if (frame.x_offset < 0 || frame.y_offset < 0 || frame.x_offset + frame.width > width || frame.y_offset + frame.height > height)
    throwDamaged(file, kDamagedData);
  image.resize(width, height);
  std::fill_n(image.pixels.begin(), stride * height, std::uint8_t{0});
  return decodeInto({frame.fragment.bytes, frame.fragment.size}, image.pixels.data() + frame.y_offset * stride + 3 * frame.x_offset, stride,
                    frame.width, frame.height, file, stop);
}

}  // namespace stepscope
