#include "tests/core/data/encode_picture.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/picture_check.h"

using namespace stepscope;

std::vector<std::string> fuzz::seeds() {
  using test::encodeJpeg;
  using test::patternOf;
  return {encodeJpeg(patternOf(40, 24, 3), 40, 24),
          encodeJpeg(patternOf(33, 17, 1), 33, 17, {.components = 1}),
          encodeJpeg(patternOf(40, 24, 3), 40, 24, {.tables = false}),
          encodeJpeg(patternOf(31, 29, 3, 1), 31, 29, {.progressive = true, .quality = 60}),
          encodeJpeg(patternOf(20, 20, 4), 20, 20, {.components = 4}),
          encodeJpeg(patternOf(64, 40, 3, 2), 64, 40, {.quality = 30, .restartRows = 1, .halfColours = false}),
          encodeJpeg(patternOf(48, 48, 3, 3), 48, 48, {.progressive = true, .halfColours = false}),
          encodeJpeg(patternOf(1, 1, 3), 1, 1)};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::checkPicture("picture.jpg", data, size);
  return 0;
}
