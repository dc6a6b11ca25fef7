#include "core/data/images/gif_image.h"

#include <algorithm>
#include <array>

#include "core/data/images/byte_reader.h"

namespace stepscope {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::int64_t kMostPixelsPerByte = 4096;  // the longest codes have 12 bits, and each stands for fewer pixels

struct Frame {
  ImageHeader canvas;
  std::int64_t left = 0, top = 0, width = 0, height = 0;
  bool interlaced = false;
  std::size_t paletteAt = 0, colours = 0;  // position in the file; 0 colours: shades of grey
  int transparent = -1;
  std::size_t dataAt = 0;  // position of the code size; then come blocks (a length and that many bytes), until one of length 0
  std::int64_t dataBytes = 0;
};

// The position after the blocks that begin at `at`. Adds their lengths to `sum`.
std::size_t afterBlocks(const LittleEndian& in, std::size_t at, std::int64_t* sum = nullptr) {
  while (const std::size_t length = in.u8(at)) {
    in.u8(at + length);
    at += 1 + length;
    if (sum) *sum += static_cast<std::int64_t>(length);
  }
  return at + 1;
}

Frame firstFrame(Bytes bytes, const std::string& file) {
  const LittleEndian in{bytes, file};
  Frame frame;
  const std::int64_t screenWidth = in.u16(6), screenHeight = in.u16(8);
  const std::uint8_t packed = in.u8(10);
  std::size_t at = 13;
  const auto palette = [&](std::uint8_t flags) {
    if ((flags & 0x80) == 0) return;
    frame.paletteAt = at;
    frame.colours = std::size_t{2} << (flags & 7);
    at += 3 * frame.colours;
  };
  palette(packed);
  for (;;) {
    const std::uint8_t block = in.u8(at++);
    if (block == 0x21) {
      const std::uint8_t label = in.u8(at++);
      if (label == 0xF9 && in.u8(at) >= 4 && (in.u8(at + 1) & 1) != 0) frame.transparent = in.u8(at + 4);
      at = afterBlocks(in, at);
    } else if (block == 0x2C) {
      break;
    } else {
      throwDamaged(file, block == 0x3B ? "it has no frame" : kDamagedData);
    }
  }
  frame.left = in.u16(at);
  frame.top = in.u16(at + 2);
  frame.width = in.u16(at + 4);
  frame.height = in.u16(at + 6);
  const std::uint8_t flags = in.u8(at + 8);
  frame.interlaced = (flags & 0x40) != 0;
  at += 9;
  palette(flags);
  checkImageSize(file, frame.width, frame.height);
  frame.canvas.width = std::max(screenWidth, frame.left + frame.width);
  frame.canvas.height = std::max(screenHeight, frame.top + frame.height);
  checkImageSize(file, frame.canvas.width, frame.canvas.height);
  frame.dataAt = at;
  if (const std::uint8_t first = in.u8(at); first < 1 || first > 8) throwDamaged(file, kDamagedData);
  afterBlocks(in, at + 1, &frame.dataBytes);
  return frame;
}

// Reads the codes of a frame; each begins at the lowest bit that is not yet read.
class Codes {
 public:
  Codes(Bytes bytes, std::size_t firstBlock) : bytes_(bytes), at_(firstBlock) {}
  // -1: there are no more.
  int next(int bits) {
    while (held_ < bits) {
      if (left_ == 0) {
        if (at_ >= bytes_.size() || (left_ = bytes_[at_++]) == 0) {
          at_ = bytes_.size();
          return -1;
        }
      }
      if (at_ >= bytes_.size()) return -1;
      value_ |= std::uint32_t{bytes_[at_++]} << held_;
      held_ += 8;
      --left_;
    }
    const int code = static_cast<int>(value_ & ((1u << bits) - 1));
    value_ >>= bits;
    held_ -= bits;
    return code;
  }

 private:
  Bytes bytes_;
  std::size_t at_, left_ = 0;
  std::uint32_t value_ = 0;
  int held_ = 0;
};

// Decodes LZW: calls row(y, indices) for each row of the frame, in the order of the file, until row() returns false. Returns false if the data are
// damaged or end early.
template <class Row>
bool unpackRows(Bytes bytes, const Frame& frame, Row row) {
  constexpr int kMostCodes = 4096;
  std::array<std::uint16_t, kMostCodes> before{};
  std::array<std::uint8_t, kMostCodes> last{}, stack{};
  const int first = bytes[frame.dataAt], clear = 1 << first, end = clear + 1;
  for (int i = 0; i < clear; ++i) last[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i);
  Codes codes(bytes, frame.dataAt + 1);
  std::vector<std::uint8_t> indices(static_cast<std::size_t>(frame.width));
  std::int64_t x = 0, y = 0;
  int bits = first + 1, known = end + 1, previous = -1;
  std::uint8_t head = 0;  // the first index of the previous code
  while (y < frame.height) {
    const int code = codes.next(bits);
    if (code < 0 || code == end || code > known || (code == known && previous < 0)) return false;
    if (code == clear) {
      bits = first + 1;
      known = end + 1;
      previous = -1;
      continue;
    }
    std::size_t depth = 0;
    int at = code;
    if (code == known) {
      stack[depth++] = head;
      at = previous;
    }
    for (; at >= clear; at = before[static_cast<std::size_t>(at)]) {
      if (at <= end || depth + 1 >= stack.size()) return false;
      stack[depth++] = last[static_cast<std::size_t>(at)];
    }
    head = last[static_cast<std::size_t>(at)];
    stack[depth++] = head;
    if (previous >= 0 && known < kMostCodes) {
      before[static_cast<std::size_t>(known)] = static_cast<std::uint16_t>(previous);
      last[static_cast<std::size_t>(known)] = head;
      if (++known == 1 << bits && bits < 12) ++bits;
    }
    previous = code;
    while (depth > 0 && y < frame.height) {
      indices[static_cast<std::size_t>(x)] = stack[--depth];
      if (++x < frame.width) continue;
      x = 0;
      if (!row(y++, indices)) return true;
    }
  }
  return true;
}

// The row of the frame that an interlaced file stores at position `y`.
std::int64_t interlacedRow(std::int64_t y, std::int64_t height) {
  constexpr std::array<std::array<std::int64_t, 2>, 4> kPasses{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};  // first row, step
  for (const auto& [begin, step] : kPasses) {
    const std::int64_t rows = height > begin ? (height - begin + step - 1) / step : 0;
    if (y < rows) return begin + y * step;
    y -= rows;
  }
  return 0;
}

}  // namespace

ImageHeader readGifHeader(Bytes bytes, const std::string& file) {
  return firstFrame(bytes, file).canvas;
}

DecodeResult decodeGif(Bytes bytes, const std::string& file, Image& image, const std::atomic<bool>& stop) {
  const Frame frame = firstFrame(bytes, file);
  // Checked before memory is taken for pixels that cannot exist.
  if (frame.width * frame.height / kMostPixelsPerByte > frame.dataBytes) throwDamaged(file, kTooFewBytes);
  std::array<std::array<std::uint8_t, 3>, 256> palette{};
  for (std::size_t i = 0; i < palette.size(); ++i) {
    if (frame.colours == 0) palette[i].fill(static_cast<std::uint8_t>(i));
    else if (i < frame.colours) std::copy_n(bytes.data() + frame.paletteAt + 3 * i, 3, palette[i].begin());
  }
  const std::int64_t width = frame.canvas.width, height = frame.canvas.height;
  image.resize(width, height);
  image.originX = image.originY = 0;
  image.scale = 1;
  const auto put = [&](std::int64_t y, std::int64_t x, const std::array<std::uint8_t, 3>& colour) {
    std::copy(colour.begin(), colour.end(), image.pixels.begin() + static_cast<std::ptrdiff_t>((y * width + x) * 3));
  };
  if (frame.width < width || frame.height < height) {
    const auto& outside = palette[static_cast<std::size_t>(std::max(0, frame.transparent))];
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) put(y, x, outside);
  }
  bool stopped = false;
  const bool whole = unpackRows(bytes, frame, [&](std::int64_t row, const std::vector<std::uint8_t>& indices) {
    if (stop.load(std::memory_order_relaxed)) {
      stopped = true;
      return false;
    }
    const std::int64_t y = frame.top + (frame.interlaced ? interlacedRow(row, frame.height) : row);
    for (std::int64_t x = 0; x < frame.width; ++x) put(y, frame.left + x, palette[indices[static_cast<std::size_t>(x)]]);
    return true;
  });
  if (stopped) return DecodeResult::Stopped;
  if (!whole) throwDamaged(file, kDamagedData);
  return DecodeResult::Done;
}

}  // namespace stepscope
