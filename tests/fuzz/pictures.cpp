// BMP, GIF, TIFF and WebP: the small files of the tests, changed at random.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/data/images/image_codecs.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/picture_check.h"

using namespace stepscope;

std::vector<std::string> fuzz::seeds() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(STEPSCOPE_SOURCE_DIR "/tests/core/data/images/pictures"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> all;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), {});
    if (codecOf({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()})) all.push_back(std::move(bytes));
  }
  return all;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::checkPicture("picture", data, size);
  return 0;
}
