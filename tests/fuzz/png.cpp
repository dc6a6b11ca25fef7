#include <zlib.h>

#include "tests/core/data/encode_picture.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/picture_check.h"

using namespace stepscope;

namespace {

constexpr std::size_t kSignature = 8;

std::uint32_t bigEndian(const std::uint8_t* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

// Every chunk: length, type, data, and the checksum of type and data.
void signChunks(std::uint8_t* data, std::size_t size) {
  std::size_t at = kSignature;
  while (at + 12 <= size) {
    const std::size_t length = bigEndian(data + at);
    if (length > size - at - 12) return;
    const auto sum = static_cast<std::uint32_t>(crc32_z(0, data + at + 4, length + 4));
    for (int i = 0; i < 4; ++i) data[at + 8 + length + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
    at += 12 + length;
  }
}

}  // namespace

std::vector<std::string> fuzz::seeds() {
  using test::encodePng;
  using test::patternOf;
  return {
      encodePng(patternOf(20, 13, 3), 20, 13, PNG_COLOR_TYPE_RGB, 8),      encodePng(patternOf(20, 13, 4), 20, 13, PNG_COLOR_TYPE_RGB_ALPHA, 8, true),
      encodePng(patternOf(9, 11, 2), 9, 11, PNG_COLOR_TYPE_GRAY_ALPHA, 8), encodePng(patternOf(2, 16, 1), 16, 16, PNG_COLOR_TYPE_GRAY, 1),
      encodePng(patternOf(8, 8, 1), 16, 8, PNG_COLOR_TYPE_PALETTE, 4),     encodePng(patternOf(16, 16, 6), 16, 16, PNG_COLOR_TYPE_RGB, 16, true)};
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t mostBytes, unsigned seed) {
  size = LLVMFuzzerMutate(data, size, mostBytes);
  if (seed % 8) signChunks(data, size);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::checkPicture("picture.png", data, size);
  return 0;
}
