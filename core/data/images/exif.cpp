#include "core/data/images/exif.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace stepscope {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint16_t kOrientationTag = 0x0112;

bool begins(Bytes bytes, std::string_view with) {
  return bytes.size() >= with.size() && std::equal(with.begin(), with.end(), bytes.begin());
}

// Reads numbers of a TIFF structure in its own byte order; 0 outside of the data.
struct Tiff {
  Bytes bytes;
  bool little;
  std::uint32_t number(std::size_t at, std::size_t width) const {
    if (at > bytes.size() || width > bytes.size() - at) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i) value = (value << 8) | bytes[at + (little ? width - 1 - i : i)];
    return value;
  }
};

// The orientation tag of the first directory; 0: there is none.
Orientation orientationIn(Bytes bytes) {
  const bool little = begins(bytes, "II");
  if (!little && !begins(bytes, "MM")) return 0;
  const Tiff tiff{bytes, little};
  if (tiff.number(2, 2) != 42) return 0;
  const std::size_t directory = tiff.number(4, 4), entries = tiff.number(directory, 2);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = directory + 2 + 12 * i;
    if (entry + 12 > bytes.size()) break;
    if (tiff.number(entry, 2) != kOrientationTag) continue;
    const std::uint32_t type = tiff.number(entry + 2, 2);  // 1 a byte, 3 a short, 4 a long
    const std::uint32_t value = tiff.number(entry + 8, type == 1 ? 1 : type == 4 ? 4 : 2);
    return value <= 8 ? static_cast<Orientation>(value) : Orientation{0};
  }
  return 0;
}

// XMP stores it as text: tiff:Orientation="6", or <tiff:Orientation>6<.
Orientation orientationOfXmp(Bytes bytes) {
  static constexpr std::string_view name = "tiff:Orientation";
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return 0;
  std::string_view rest = text.substr(at + name.size());
  if (rest.starts_with("=\"")) rest.remove_prefix(2);
  else if (rest.starts_with(">")) rest.remove_prefix(1);
  else return 0;
  return !rest.empty() && rest[0] >= '1' && rest[0] <= '8' ? static_cast<Orientation>(rest[0] - '0') : Orientation{0};
}

Orientation orUpright(Orientation said) {
  return said == 0 ? Orientation{1} : said;
}

struct Place {
  std::int64_t x, y;
};

// The position in the file, which is width x height, of pixel (x, y) of the upright image.
Place placeInFile(Place p, Orientation orientation, std::int64_t width, std::int64_t height) {
  switch (orientation) {
    case 2: return {width - 1 - p.x, p.y};
    case 3: return {width - 1 - p.x, height - 1 - p.y};
    case 4: return {p.x, height - 1 - p.y};
    case 5: return {p.y, p.x};
    case 6: return {p.y, height - 1 - p.x};
    case 7: return {width - 1 - p.y, height - 1 - p.x};
    case 8: return {width - 1 - p.y, p.x};
    default: return p;
  }
}

}  // namespace

Orientation orientationOfJpeg(Bytes bytes) {
  static constexpr std::string_view exif("Exif\0\0", 6), xmp("http://ns.adobe.com/xap/1.0/\0", 29);
  constexpr std::uint8_t kApp1 = 0xE1, kStartOfScan = 0xDA, kEnd = 0xD9;
  Orientation ofXmp = 0;
  std::size_t at = 2;
  while (at + 4 <= bytes.size() && bytes[at] == 0xFF) {
    const std::uint8_t marker = bytes[at + 1];
    if (marker == 0xFF || marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8)) {  // fill bytes; markers without a length
      at += marker == 0xFF ? 1 : 2;
      continue;
    }
    if (marker == kStartOfScan || marker == kEnd) break;
    const std::size_t length = (std::size_t{bytes[at + 2]} << 8) | bytes[at + 3];
    if (length < 2) break;
    const Bytes content = bytes.subspan(at + 4, std::min(length - 2, bytes.size() - at - 4));
    if (marker == kApp1 && begins(content, exif))
      if (const Orientation said = orientationIn(content.subspan(exif.size())); said != 0) return said;
    if (marker == kApp1 && ofXmp == 0 && begins(content, xmp)) ofXmp = orientationOfXmp(content.subspan(xmp.size()));
    at += 2 + length;
  }
  return orUpright(ofXmp);
}

Orientation orientationOfPng(Bytes bytes) {
  static constexpr std::string_view name = "eXIf";
  const auto found = std::search(bytes.begin(), bytes.end(), name.begin(), name.end());
  if (found == bytes.end() || found - bytes.begin() < 4) return 1;
  const std::size_t at = static_cast<std::size_t>(found - bytes.begin());
  const std::size_t length = Tiff{bytes, false}.number(at - 4, 4);
  const Bytes content = bytes.subspan(at + name.size());
  return orUpright(orientationIn(content.first(std::min(length, content.size()))));
}

Orientation orientationOfWebp(Bytes bytes) {
  static constexpr std::string_view name = "EXIF", prefix("Exif\0\0", 6);
  const auto found = std::search(bytes.begin(), bytes.end(), name.begin(), name.end());
  const std::size_t at = static_cast<std::size_t>(found - bytes.begin()) + name.size();
  if (at + 4 > bytes.size()) return 1;
  const std::size_t length = Tiff{bytes, true}.number(at, 4);
  Bytes content = bytes.subspan(at + 4);
  content = content.first(std::min(length, content.size()));
  return orUpright(orientationIn(begins(content, prefix) ? content.subspan(prefix.size()) : content));
}

Orientation orientationOfTiff(Bytes bytes) {
  return orUpright(orientationIn(bytes));
}

Box inFile(const Box& upright, Orientation orientation, std::int64_t fileWidth, std::int64_t fileHeight) {
  const auto width = static_cast<double>(fileWidth), height = static_cast<double>(fileHeight);
  const Box& b = upright;
  const double right = width - b.x - b.width, bottom = height - b.y - b.height;              // measured from the other side of the file
  const double turnedRight = width - b.y - b.height, turnedBottom = height - b.x - b.width;  // the same with the sides exchanged
  switch (orientation) {
    case 2: return {right, b.y, b.width, b.height};
    case 3: return {right, bottom, b.width, b.height};
    case 4: return {b.x, bottom, b.width, b.height};
    case 5: return {b.y, b.x, b.height, b.width};
    case 6: return {b.y, turnedBottom, b.height, b.width};
    case 7: return {turnedRight, turnedBottom, b.height, b.width};
    case 8: return {turnedRight, b.x, b.height, b.width};
    default: return b;
  }
}

void turnUpright(const std::uint8_t* from, Orientation orientation, std::int64_t width, std::int64_t height, PixelLayout layout, std::uint8_t* to) {
  const std::int64_t fromWidth = turnsSides(orientation) ? height : width, fromHeight = turnsSides(orientation) ? width : height;
  const std::int64_t planes = layout == PixelLayout::Planar ? 3 : 1, bytes = layout == PixelLayout::Planar ? 1 : 3;
  for (std::int64_t plane = 0; plane < planes; ++plane, from += width * height * bytes)
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x, to += bytes) {
        const Place p = placeInFile({x, y}, orientation, fromWidth, fromHeight);
        std::memcpy(to, from + (p.y * fromWidth + p.x) * bytes, static_cast<std::size_t>(bytes));
      }
}

}  // namespace stepscope
