#include "core/data/idx.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <future>

#include "core/base/error.h"
#include "core/data/gz_file.h"
#include "core/data/memory_dataset.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

std::int64_t bigEndian32(const std::uint8_t* bytes) {
  return (std::int64_t{bytes[0]} << 24) | (std::int64_t{bytes[1]} << 16) | (std::int64_t{bytes[2]} << 8) | bytes[3];
}

// The file as published, unpacked, or under the dotted name some archives give it.
std::string findFile(const fs::path& folder, const std::string& name) {
  std::string dotted = name;
  dotted[dotted.rfind("-idx")] = '.';
  for (const std::string& candidate : {name, name + ".gz", dotted, dotted + ".gz"}) {
    std::error_code ignored;
    if (fs::is_regular_file(folder / candidate, ignored)) return (folder / candidate).string();
  }
  throw Error(ErrorKind::Input, (folder / name).string(), "the file is missing, also with .gz",
              "Put the four MNIST files (train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz, "
              "t10k-labels-idx1-ubyte.gz) into that "
              "folder, or set data.path to where they are");
}

MemorySamples readPair(const std::string& imagesFile, const std::string& labelsFile) {
  IdxArray images = readIdx(imagesFile, 3);
  IdxArray labels = readIdx(labelsFile, 1);
  if (images.dims[0] != labels.dims[0]) {
    throw Error(ErrorKind::Input, labelsFile,
                fmt::format("holds {} labels, but {} holds {} images", labels.dims[0], imagesFile, images.dims[0]),
                "Use the two files of one set");
  }
  MemorySamples samples;
  samples.shape = {1, images.dims[1], images.dims[2]};
  samples.pixels = std::move(images.data);
  samples.labels = std::move(labels.data);
  samples.format = "idx";
  return samples;
}

// The file does not say how many classes there are. A label that never occurs may be a gap in the numbering, or a damaged label beyond it.
void nameClasses(MemorySamples& train, MemorySamples& test, const std::string& labelsFile) {
  std::array<bool, 256> seen{};
  int classes = 0;
  for (const MemorySamples* samples : {&train, &test})
    for (const std::uint8_t label : samples->labels) classes = std::max(classes, label + 1);
  for (const std::uint8_t label : train.labels) seen[label] = true;
  if (classes < 2)
    throw Error(ErrorKind::Input, labelsFile, "all its labels are 0, so there is nothing to tell apart",
                "Use a set with two classes or more");
  std::vector<int> missing;
  for (int c = 0; c < classes; ++c) {
    train.classNames.push_back(std::to_string(c));
    if (!seen[static_cast<std::size_t>(c)]) missing.push_back(c);
  }
  test.classNames = train.classNames;
  if (missing.empty()) return;
  constexpr std::size_t kNamed = 10;
  const std::size_t more = missing.size() - std::min(missing.size(), kNamed);
  missing.resize(missing.size() - more);
  train.warnings.push_back(fmt::format("{}: the labels go to {}, but for training none is {}{}.", labelsFile, classes - 1,
                                       fmt::join(missing, ", "), more > 0 ? fmt::format(" or {} others", more) : ""));
}

}  // namespace

IdxArray readIdx(const std::string& file, int dimensions) {
  std::error_code failed;
  const auto fileBytes = static_cast<std::int64_t>(fs::file_size(file, failed));
  if (failed)
    throw Error(ErrorKind::Input, file, "cannot be read (" + failed.message() + ")", "Check that the file is there and may be read");
  if (fileBytes == 0) throw Error(ErrorKind::Input, file, "is empty", kDownloadAgain);
  GzFile in(file);

  std::vector<std::uint8_t> header(4 + 4 * static_cast<std::size_t>(dimensions));
  const std::size_t got = in.read(header.data(), header.size());
  // 0, 0, type (8 = unsigned byte), number of dimensions.
  if (got < 4 || header[0] != 0 || header[1] != 0 || header[2] != 0x08 || header[3] != dimensions) {
    throw Error(ErrorKind::Input, file,
                fmt::format("is not an IDX file of bytes with {} dimension{}", dimensions, dimensions == 1 ? "" : "s"),
                "Check that images and labels are not exchanged, or download the file again");
  }
  if (got < header.size()) throw Error(ErrorKind::Input, file, "ends within its header", kDownloadAgain);

  IdxArray array;
  std::int64_t bytes = 1;
  for (int d = 0; d < dimensions; ++d) {
    const std::int64_t dim = bigEndian32(header.data() + 4 + 4 * d);
    if (dim == 0 || dim > (std::int64_t{1} << 40) / bytes) {
      throw Error(ErrorKind::Input, file, fmt::format("its header gives dimension {} the size {}", d, dim), kDownloadAgain);
    }
    array.dims.push_back(dim);
    bytes *= dim;
  }
  // A byte of deflate gives at most 1032 bytes. A plain file must fit exactly, which the reading below finds out.
  const auto headerBytes = static_cast<std::int64_t>(header.size());
  if (bytes > fileBytes * 1032) {
    throw Error(ErrorKind::Input, file, fmt::format("its header promises {} bytes, which a file of {} bytes cannot hold", bytes, fileBytes),
                kDownloadAgain);
  }

  // Grown as the data arrive: a header that is wrong takes no memory.
  std::size_t filled = 0;
  while (static_cast<std::int64_t>(filled) < bytes) {
    const std::size_t want =
        std::min<std::size_t>(static_cast<std::size_t>(bytes) - filled, std::max<std::size_t>(filled, std::size_t{1} << 22));
    array.data.resize(filled + want);
    const std::size_t part = in.read(array.data.data() + filled, want);
    filled += part;
    if (part < want) {
      throw Error(ErrorKind::Input, file, fmt::format("ends after {} of the {} bytes its header promises", filled, bytes), kDownloadAgain);
    }
  }
  std::uint8_t extra = 0;
  if (in.read(&extra, 1) != 0) {
    throw Error(ErrorKind::Input, file, fmt::format("holds more than the {} bytes its header promises", bytes + headerBytes),
                kDownloadAgain);
  }
  if (in.cutOff()) throw Error(ErrorKind::Input, file, "is damaged (the compressed data end too early)", kDownloadAgain);
  return array;
}

DataSplits openMnist(const DataSpec& spec) {
  const fs::path folder(spec.path);
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw Error(ErrorKind::Input, spec.path, "the folder of the MNIST files does not exist",
                "Create it and put the four files there, or set data.path to where they are");
  }
  const std::string trainImages = findFile(folder, "train-images-idx3-ubyte"), trainLabels = findFile(folder, "train-labels-idx1-ubyte");
  const std::string testImages = findFile(folder, "t10k-images-idx3-ubyte"), testLabels = findFile(folder, "t10k-labels-idx1-ubyte");

  auto testPart = std::async(std::launch::async, readPair, testImages, testLabels);
  MemorySamples train = readPair(trainImages, trainLabels);
  MemorySamples test = testPart.get();
  if (train.shape.height != test.shape.height || train.shape.width != test.shape.width) {
    throw Error(ErrorKind::Input, testImages,
                fmt::format("its images are {}x{}, those for training {}x{}", test.shape.height, test.shape.width, train.shape.height,
                            train.shape.width),
                "Use the four files of one set");
  }
  nameClasses(train, test, trainLabels);
  const ChannelScale pixels = pixelScaleOf(spec, {{0.1307}, {0.3081}}, train);
  const Augmentation moves = augmentation(spec, train.shape);
  return {std::make_shared<MemoryDataset>(std::move(train), pixels, moves, spec.augmentationSeed),
          std::make_shared<MemoryDataset>(std::move(test), pixels, Augmentation{}, spec.augmentationSeed)};
}

}  // namespace stepscope
