// Prints how long a preview of a folder of many pictures takes: until something of it can be shown, and until it is finished.
//   bench_preview [PICTURES]         (100000 of 100 classes, made in a temporary folder.) No test, since a test asserts no time.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/data/images/jpeg.h"
#include "core/data/preview/data_preview.h"

using namespace stepscope;
namespace fs = std::filesystem;

namespace {

constexpr int kClasses = 100, kSide = 24, kQuality = 90;

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Bytes behind the end of a JPEG are not read, and make files of one picture differ.
void fill(const fs::path& folder, int count) {
  const fs::path one = folder / "one.jpg";
  std::vector<std::uint8_t> rgb(kSide * kSide * 3);
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>(i * 7);
  writeJpeg(one.string(), rgb.data(), kSide, kSide, kQuality);
  std::ifstream in(one, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  fs::remove(one);
  for (int i = 0; i < kClasses; ++i) fs::create_directory(folder / std::to_string(i));
  for (int i = 0; i < count; ++i) std::ofstream(folder / std::to_string(i % kClasses) / (std::to_string(i) + ".jpg"), std::ios::binary) << bytes << i;
}

void measure(const fs::path& folder) {
  const auto begin = std::chrono::steady_clock::now();
  double first = -1, counted = -1;
  std::int64_t shown = 0;
  PreviewWatch watch;
  watch.partial = [&](const DataPreview& part) {
    if (first < 0) {
      first = secondsSince(begin);
      shown = part.train + part.validation;
    }
    if (counted < 0 && part.doing != "counting the pictures") counted = secondsSince(begin);
  };
  const DataPreview whole = previewData(folder.string(), watch);
  std::printf("%lld pictures of %zu classes: first shown after %.2f s (%lld of them), counted after %.2f s, finished after %.2f s\n",
              static_cast<long long>(whole.train + whole.validation), whole.classes.size(), first, static_cast<long long>(shown), counted,
              secondsSince(begin));
}

}  // namespace

int main(int argc, char** argv) {
  std::string pattern = (fs::temp_directory_path() / "stepscope-preview-XXXXXX").string();
  const char* folder = mkdtemp(pattern.data());
  if (!folder) {
    std::perror(pattern.c_str());
    return 1;
  }
  int status = 0;
  try {
    fill(folder, argc > 1 ? std::atoi(argv[1]) : 100'000);
    measure(folder);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    status = 1;
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return status;
}
