#include "core/data/images/bmp_image.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "core/data/images/byte_reader.h"

namespace stepscope {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kFileHeader = 14;
enum Compression : std::uint32_t { kRgb = 0, kRle8 = 1, kRle4 = 2, kBitFields = 3, kJpeg = 4, kPng = 5, kAlphaBitFields = 6 };

using Colour = std::array<std::uint8_t, 3>;

// Where the bits of a channel are in a pixel.
struct Mask {
  std::uint32_t bits = 0;

  std::uint8_t of(std::uint32_t pixel) const {
    if (bits == 0) return 0;
    const int shift = std::countr_zero(bits);
    return static_cast<std::uint8_t>(std::uint64_t{(pixel & bits) >> shift} * 255 / (bits >> shift));
  }
  // Whether the bits are adjacent.
  bool valid() const { return std::has_single_bit((std::uint64_t{bits} >> (bits == 0 ? 0 : std::countr_zero(bits))) + 1); }
};

struct Bmp {
  ImageHeader header;
  bool topDown = false;
  std::int64_t bits = 0;
  std::uint32_t compression = kRgb;
  std::size_t pixelsAt = 0, paletteAt = 0, entryBytes = 4, entries = 0;
  std::int64_t packedBytes = 0;  // size of run-length data; 0: the header does not give it
  std::array<Mask, 3> masks;     // red, green, blue

  bool runLengths() const { return compression == kRle8 || compression == kRle4; }
  std::int64_t rowBytes() const { return (header.width * bits + 31) / 32 * 4; }
  std::int64_t pixelBytes() const { return runLengths() ? packedBytes : rowBytes() * header.height; }
};

Bmp readBmp(Bytes bytes, const std::string& file) {
  const LittleEndian in{bytes, file};
  Bmp bmp;
  const std::uint32_t size = in.u32(kFileHeader);
  bmp.pixelsAt = in.u32(10);
  std::int64_t height = 0;
  std::uint32_t used = 0;
  if (size == 12) {
    bmp.header.width = in.u16(18);
    height = in.u16(20);
    bmp.bits = in.u16(24);
    bmp.entryBytes = 3;
  } else {
    bmp.header.width = static_cast<std::int32_t>(in.u32(18));
    height = static_cast<std::int32_t>(in.u32(22));
    bmp.bits = in.u16(28);
    bmp.compression = size >= 20 ? in.u32(30) : std::uint32_t{kRgb};
    bmp.packedBytes = size >= 24 ? in.u32(34) : 0;
    used = size >= 36 ? in.u32(46) : 0;
  }
  bmp.topDown = height < 0;
  bmp.header.height = bmp.topDown ? -height : height;
  checkImageSize(file, bmp.header.width, bmp.header.height);
  bmp.paletteAt = kFileHeader + size;
  if (bmp.compression == kJpeg || bmp.compression == kPng) throwDamaged(file, "it is a BMP file with a JPEG or PNG image in it");
  const bool fields = bmp.compression == kBitFields || bmp.compression == kAlphaBitFields;
  const bool known = bmp.compression == kRgb ? (bmp.bits == 1 || bmp.bits == 4 || bmp.bits == 8 || bmp.bits == 16 || bmp.bits == 24 || bmp.bits == 32)
                     : fields                ? bmp.bits == 16 || bmp.bits == 32
                                             : (bmp.compression == kRle8 && bmp.bits == 8) || (bmp.compression == kRle4 && bmp.bits == 4);
  if (!known) throwDamaged(file, "its kind of BMP is unknown");
  if (bmp.bits <= 8) {
    const std::size_t most = std::size_t{1} << bmp.bits;
    bmp.entries = used > 0 ? std::min<std::size_t>(used, most) : most;
    // The palette ends where the pixels begin, because OS/2 leaves out entries that no pixel uses.
    if (bmp.pixelsAt > bmp.paletteAt) bmp.entries = std::min(bmp.entries, (bmp.pixelsAt - bmp.paletteAt) / bmp.entryBytes);
  }
  if (bmp.bits == 16) bmp.masks = {Mask{0x7C00}, Mask{0x03E0}, Mask{0x001F}};
  if (bmp.bits == 32) bmp.masks = {Mask{0x00FF0000}, Mask{0x0000FF00}, Mask{0x000000FF}};
  if (fields) {
    for (std::size_t c = 0; c < 3; ++c) bmp.masks[c] = {in.u32(54 + 4 * c)};  // inside a header of 52 bytes or more, or after one of 40
    for (const Mask& mask : bmp.masks)
      if (!mask.valid()) throwDamaged(file, "its masks of colours are invalid");
  }
  return bmp;
}

// Decodes run lengths to palette indices, one byte per pixel, in the order of the file's rows. Returns false if the data end before the image and
// without an end marker, or leave the image.
bool unpackRuns(Bytes in, bool nibbles, std::int64_t width, std::int64_t height, std::span<std::uint8_t> out) {
  std::int64_t x = 0, y = 0;
  std::size_t at = 0;
  const auto put = [&](std::uint8_t index) {
    if (x < width && y < height) out[static_cast<std::size_t>(y * width + x)] = index;
    ++x;
  };
  const auto nibble = [&](std::uint8_t pair, std::size_t i) { return static_cast<std::uint8_t>(i % 2 == 0 ? pair >> 4 : pair & 15); };
  while (at + 2 <= in.size()) {
    const std::size_t count = in[at], value = in[at + 1];
    at += 2;
    if (count > 0) {
      for (std::size_t i = 0; i < count; ++i) put(nibbles ? nibble(static_cast<std::uint8_t>(value), i) : static_cast<std::uint8_t>(value));
    } else if (value == 0) {
      x = 0;
      if (++y > height) return false;
    } else if (value == 1) {
      return true;
    } else if (value == 2) {
      if (at + 2 > in.size()) return false;
      x += in[at];
      y += in[at + 1];
      at += 2;
      if (x > width || y > height) return false;
    } else {
      const std::size_t bytes = nibbles ? (value + 1) / 2 : value;
      if (at + bytes > in.size()) return false;
      for (std::size_t i = 0; i < value; ++i) put(nibbles ? nibble(in[at + i / 2], i) : in[at + i]);
      at += (bytes + 1) / 2 * 2;
    }
  }
  return y >= height || (y == height - 1 && x >= width);  // some writers leave out the end marker
}

}  // namespace

bool beginsAsBmp(std::string_view bytes) {
  // Texts may begin with "BM" too, so the size of the header, from byte 14 on, is checked.
  if (!bytes.starts_with("BM") || bytes.size() < kFileHeader + 4) return false;
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); };
  return byte(14) >= 12 && byte(14) <= 124 && byte(15) == 0 && byte(16) == 0 && byte(17) == 0;
}

ImageHeader readBmpHeader(Bytes bytes, const std::string& file) {
  return readBmp(bytes, file).header;
}

std::int64_t bytesOfBmp(Bytes bytes) {
  const Bmp bmp = readBmp(bytes, "");
  return static_cast<std::int64_t>(bmp.pixelsAt) + bmp.pixelBytes();
}

DecodeResult decodeBmp(Bytes bytes, const std::string& file, Image& image, const std::atomic<bool>& stop) {
  const Bmp bmp = readBmp(bytes, file);
  const std::int64_t width = bmp.header.width, height = bmp.header.height;
  constexpr std::int64_t kLongestRun = 255;
  // Checked before memory is taken for pixels that cannot exist.
  if (bmp.pixelsAt > bytes.size()) throwDamaged(file, kEndsEarly);
  const Bytes data = bytes.subspan(bmp.pixelsAt);
  const auto room = static_cast<std::int64_t>(data.size());
  if (bmp.runLengths() ? width * height / kLongestRun > room : bmp.rowBytes() * height > room)
    throwDamaged(file, bmp.runLengths() ? kTooFewBytes : kEndsEarly);

  std::array<Colour, 256> palette{};
  for (std::size_t i = 0; i < bmp.entries; ++i) {
    const std::size_t at = bmp.paletteAt + i * bmp.entryBytes;
    if (at + 3 > bytes.size()) throwDamaged(file, kEndsEarly);
    palette[i] = {bytes[at + 2], bytes[at + 1], bytes[at]};
  }
  image.resize(width, height);
  image.originX = image.originY = 0;
  image.scale = 1;
  std::vector<std::uint8_t> unpacked;
  if (bmp.runLengths()) {
    unpacked.assign(static_cast<std::size_t>(width * height), 0);
    if (!unpackRuns(data, bmp.compression == kRle4, width, height, unpacked)) throwDamaged(file, "its data are damaged, or end too early");
  }
  for (std::int64_t y = 0; y < height; ++y) {
    if (stop.load(std::memory_order_relaxed)) return DecodeResult::Stopped;
    std::uint8_t* out = image.pixels.data() + (bmp.topDown ? y : height - 1 - y) * width * 3;
    const auto put = [&](const Colour& colour) { out = std::copy(colour.begin(), colour.end(), out); };
    if (bmp.runLengths()) {
      for (std::int64_t x = 0; x < width; ++x) put(palette[unpacked[static_cast<std::size_t>(y * width + x)]]);
      continue;
    }
    const std::uint8_t* row = data.data() + y * bmp.rowBytes();
    for (std::int64_t x = 0; x < width; ++x) {
      if (bmp.bits <= 8) {
        const std::int64_t bit = x * bmp.bits;
        put(palette[static_cast<std::size_t>((row[bit / 8] >> (8 - bmp.bits - bit % 8)) & ((1 << bmp.bits) - 1))]);
      } else if (bmp.bits == 24) {
        put({row[3 * x + 2], row[3 * x + 1], row[3 * x]});
      } else {
        const std::int64_t step = bmp.bits / 8;
        std::uint32_t pixel = 0;
        for (std::int64_t i = step; i-- > 0;) pixel = (pixel << 8) | row[step * x + i];
        put({bmp.masks[0].of(pixel), bmp.masks[1].of(pixel), bmp.masks[2].of(pixel)});
      }
    }
  }
  return DecodeResult::Done;
}

}  // namespace stepscope
