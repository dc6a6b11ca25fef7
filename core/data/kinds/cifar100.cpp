#include "core/data/kinds/cifar100.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/data/images/picture_set.h"
#include "core/data/kinds/idx.h"
#include "core/data/kinds/memory_dataset.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr PixelShape kShape{3, 32, 32};
constexpr std::int64_t kPixels = 3072, kRecord = 2 + kPixels;
constexpr int kFine = 100, kCoarse = 20;
constexpr OwnInteger kSuperclasses{"data.coarse", 0, 0, 1};
constexpr const char* kCure = "Unpack cifar-100-binary.tar.gz (the binary version) into that folder, or set data.path to where it is";

std::vector<std::string> namesIn(const fs::path& file, int classes) {
  std::vector<std::string> names;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && names.size() <= static_cast<std::size_t>(classes);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) names.push_back(line);
  }
  if (names.size() == static_cast<std::size_t>(classes)) return names;
  names.clear();
  for (int c = 0; c < classes; ++c) names.push_back(std::to_string(c));
  return names;
}

MemorySamples read(const fs::path& file, bool coarse, const std::vector<std::string>& names) {
  MemorySamples samples;
  samples.shape = kShape;
  samples.format = coarse ? "cifar100-coarse" : "cifar100";
  samples.classNames = names;
  std::error_code failed;
  const auto bytes = static_cast<std::int64_t>(fs::file_size(file, failed));
  if (failed) throw Error(ErrorKind::Input, file.string(), "the file is missing", kCure);
  if (bytes == 0 || bytes % kRecord != 0)
    throw Error(ErrorKind::Input, file.string(), fmt::format("has {} bytes, which is not a whole number of records of {} bytes", bytes, kRecord),
                "The file is truncated or something else; unpack the archive again");
  std::ifstream in(file, std::ios::binary);
  std::vector<char> record(static_cast<std::size_t>(kRecord));
  samples.pixels.reserve(static_cast<std::size_t>(bytes / kRecord * kPixels));
  for (std::int64_t i = 0; i < bytes / kRecord; ++i) {
    if (!in.read(record.data(), kRecord))
      throw Error(ErrorKind::Input, file.string(), "cannot be read to its end", "Check the disk, or unpack the archive again");
    const auto superclass = static_cast<std::uint8_t>(record[0]), label = static_cast<std::uint8_t>(record[1]);
    if (superclass >= kCoarse || label >= kFine)
      throw Error(ErrorKind::Input, file.string(),
                  fmt::format("the labels {} and {} at index {} are out of range 0 to {} and 0 to {}", superclass, label, i, kCoarse - 1, kFine - 1),
                  "Unpack the archive again");
    samples.labels.push_back(coarse ? superclass : label);
    samples.pixels.insert(samples.pixels.end(), record.begin() + 2, record.end());
  }
  return samples;
}

}  // namespace

std::string cifar100Folder(const std::string& path) {
  for (const fs::path& folder : {fs::path(path), fs::path(path) / "cifar-100-binary"}) {
    std::error_code failed;
    const auto bytes = static_cast<std::int64_t>(fs::file_size(folder / "train.bin", failed));
    // Files of other sets may have the name train.bin, so another file of the set must be beside it.
    std::error_code ignored;
    const bool others = fs::exists(folder / "fine_label_names.txt", ignored) || fs::exists(folder / "test.bin", ignored);
    if (!failed && bytes > 0 && bytes % kRecord == 0 && others) return folder.string();
  }
  return {};
}

DataSplits openCifar100(const DataSpec& spec) {
  const std::string found = cifar100Folder(spec.path);
  const fs::path folder(found.empty() ? spec.path : found);
  const bool coarse = kSuperclasses.of(spec) == 1;
  const std::vector<std::string> names = namesIn(folder / (coarse ? "coarse_label_names.txt" : "fine_label_names.txt"), coarse ? kCoarse : kFine);
  const bool validates = testValidates(spec);
  if (!validates) requireNoTestShare(spec, (folder / "test.bin").string());
  MemoryParts parts;
  parts.train = read(folder / "train.bin", coarse, names);
  if (validates) parts.validation = read(folder / "test.bin", coarse, names);
  else if (spec.openTest) parts.test = read(folder / "test.bin", coarse, names);
  drawMissingParts(spec, parts, validates, !validates);
  DataSplits splits = memorySplits(spec, std::move(parts), {{0.5071, 0.4865, 0.4409}, {0.2673, 0.2564, 0.2762}});
  splits.ownValidation = validates;
  splits.ownTest = !validates;
  return splits;
}

std::vector<DataKey> cifar100Keys() {
  std::vector<DataKey> keys = memoryPictureKeys();
  keys.push_back(kSuperclasses.asKey());
  return keys;
}

}  // namespace stepscope
