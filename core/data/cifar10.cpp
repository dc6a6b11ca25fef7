#include "core/data/cifar10.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/data/memory_dataset.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

constexpr PixelShape kShape{3, 32, 32};
constexpr std::int64_t kPixels = 3072, kRecord = 1 + kPixels;
constexpr const char* kCure = "Unpack cifar-10-binary.tar.gz (the binary version) into that folder, or set data.path to where it is";

fs::path findFolder(const std::string& path) {
  std::error_code ignored;
  for (const fs::path& folder : {fs::path(path), fs::path(path) / "cifar-10-batches-bin"}) {
    if (fs::exists(folder / "data_batch_1.bin", ignored)) return folder;
  }
  for (const fs::path& folder : {fs::path(path), fs::path(path) / "cifar-10-batches-py"}) {
    if (fs::exists(folder / "data_batch_1", ignored)) {
      throw Error(ErrorKind::Input, folder.string(), "holds the Python version of CIFAR-10, which is not read because it is pickled code",
                  kCure);
    }
  }
  if (!fs::is_directory(path, ignored)) throw Error(ErrorKind::Input, path, "the folder of CIFAR-10 does not exist", kCure);
  return fs::path(path);
}

void append(const fs::path& file, MemorySamples& samples) {
  std::error_code failed;
  const auto bytes = static_cast<std::int64_t>(fs::file_size(file, failed));
  if (failed) throw Error(ErrorKind::Input, file.string(), "the file is missing", kCure);
  if (bytes == 0 || bytes % kRecord != 0) {
    throw Error(ErrorKind::Input, file.string(),
                fmt::format("has {} bytes, which is no whole number of records of {} bytes", bytes, kRecord),
                "The file is truncated or something else; unpack the archive again");
  }
  std::ifstream in(file, std::ios::binary);
  std::vector<char> record(static_cast<std::size_t>(kRecord));
  const std::size_t before = samples.labels.size();
  samples.pixels.reserve(samples.pixels.size() + static_cast<std::size_t>(bytes / kRecord * kPixels));
  for (std::int64_t i = 0; i < bytes / kRecord; ++i) {
    if (!in.read(record.data(), kRecord))
      throw Error(ErrorKind::Input, file.string(), "cannot be read to its end", "Check the disk, or unpack the archive again");
    const auto label = static_cast<std::uint8_t>(record[0]);
    if (label > 9) {
      throw Error(ErrorKind::Input, file.string(),
                  fmt::format("label {} at index {} is out of range 0 to 9", label, samples.labels.size() - before),
                  "Unpack the archive again");
    }
    samples.labels.push_back(label);
    samples.pixels.insert(samples.pixels.end(), record.begin() + 1, record.end());
  }
}

MemorySamples empty() {
  MemorySamples samples;
  samples.shape = kShape;
  samples.classNames = {"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"};
  samples.format = "cifar10";
  return samples;
}

}  // namespace

DataSplits openCifar10(const DataSpec& spec) {
  const fs::path folder = findFolder(spec.path);
  MemorySamples train = empty(), test = empty();
  for (int i = 1; i <= 5; ++i) append(folder / fmt::format("data_batch_{}.bin", i), train);
  append(folder / "test_batch.bin", test);
  const Normalization pixels = normalization(spec, {0.4914, 0.4822, 0.4465}, {0.2470, 0.2435, 0.2616});
  const Augmentation moves = augmentation(spec, kShape);
  return {std::make_shared<MemoryDataset>(std::move(train), pixels, moves, spec.augmentationSeed),
          std::make_shared<MemoryDataset>(std::move(test), pixels, Augmentation{}, spec.augmentationSeed)};
}

}  // namespace stepscope
