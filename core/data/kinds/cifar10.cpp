#include "core/data/kinds/cifar10.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/data_key.h"
#include "core/data/kinds/memory_dataset.h"
#include "core/data/loader.h"

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
      throw Error(ErrorKind::Input, folder.string(), "holds the Python version of CIFAR-10, which is not read because it is pickled code", kCure);
    }
  }
  if (!fs::is_directory(path, ignored)) throw Error(ErrorKind::Input, path, "the folder of CIFAR-10 does not exist", kCure);
  return fs::path(path);
}

void append(const fs::path& file, int classes, MemorySamples& samples) {
  std::error_code failed;
  const auto bytes = static_cast<std::int64_t>(fs::file_size(file, failed));
  if (failed) throw Error(ErrorKind::Input, file.string(), "the file is missing", kCure);
  if (bytes == 0 || bytes % kRecord != 0) {
    throw Error(ErrorKind::Input, file.string(), fmt::format("has {} bytes, which is not a whole number of records of {} bytes", bytes, kRecord),
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
    if (label >= classes) {
      throw Error(ErrorKind::Input, file.string(),
                  fmt::format("label {} at index {} is out of range 0 to {}", label, samples.labels.size() - before, classes - 1),
                  "Unpack the archive again");
    }
    samples.labels.push_back(label);
    samples.pixels.insert(samples.pixels.end(), record.begin() + 1, record.end());
  }
}

MemorySamples empty() {
  MemorySamples samples;
  samples.shape = kShape;
  samples.format = "cifar10";
  return samples;
}

struct Samples {
  MemorySamples train = empty(), validation = empty(), test = empty();
  bool ownTest = false;
};

Samples readPublished(const fs::path& folder, const DataSpec& spec) {
  const std::vector<std::string> names{"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"};
  Samples samples;
  samples.train.classNames = samples.validation.classNames = samples.test.classNames = names;
  for (int i = 1; i <= 5; ++i) append(folder / fmt::format("data_batch_{}.bin", i), static_cast<int>(names.size()), samples.train);
  samples.ownTest = testIsApart(spec);
  if (!samples.ownTest || spec.openTest)
    append(folder / "test_batch.bin", static_cast<int>(names.size()), samples.ownTest ? samples.test : samples.validation);
  return samples;
}

// The *.bin files of a folder, by name.
std::vector<fs::path> binaryFiles(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed))
    if (std::error_code ignored; lower(entry.path().extension().string()) == ".bin" && entry.is_regular_file(ignored)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// Moves round(share * samples) to validation, drawn with the seed from all classes together, as runs of older versions did; never all.
void holdOut(Samples& samples, double share, std::uint64_t seed) {
  const auto size = static_cast<std::int64_t>(samples.train.labels.size());
  const std::int64_t held = std::min<std::int64_t>(std::llround(share * static_cast<double>(size)), size - 1);
  const std::vector<std::int64_t> order = epochOrder(size, seed, 0, true);
  std::vector<bool> chosen(static_cast<std::size_t>(size), false);
  for (std::int64_t i = 0; i < held; ++i) chosen[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = true;
  MemorySamples kept = empty();
  kept.classNames = samples.train.classNames;
  kept.warnings = samples.train.warnings;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    MemorySamples& to = chosen[i] ? samples.validation : kept;
    to.labels.push_back(samples.train.labels[i]);
    const auto pixels = samples.train.pixels.begin() + static_cast<std::ptrdiff_t>(i) * kPixels;
    to.pixels.insert(to.pixels.end(), pixels, pixels + kPixels);
  }
  samples.train = std::move(kept);
}

Samples readOthers(const fs::path& folder, const DataSpec& spec) {
  Samples samples;
  std::string forTraining, forValidation, forTest, leftOut;
  for (const fs::path& file : binaryFiles(folder)) {
    const std::string name = file.filename().string();
    std::error_code failed;
    const auto bytes = static_cast<std::int64_t>(fs::file_size(file, failed));
    if (failed || bytes == 0 || bytes % kRecord != 0) {
      leftOut += " " + name;
      samples.train.warnings.push_back(
          fmt::format("{}: left out, because its {} bytes are not a whole number of records of {} bytes.", file.string(), bytes, kRecord));
      continue;
    }
    const bool test = lower(name).find("test") != std::string::npos, validation = lower(name).find("val") != std::string::npos;
    if (test && testIsApart(spec)) {
      append(file, 256, samples.test);
      forTest += " " + name;
      continue;
    }
    append(file, 256, test || validation ? samples.validation : samples.train);
    (test || validation ? forValidation : forTraining) += " " + name;
  }
  if (samples.train.labels.empty())
    throw Error(ErrorKind::Input, folder.string(),
                fmt::format("holds neither the files of CIFAR-10 nor other *.bin files of such records for training{}{}{}",
                            forValidation.empty() ? "" : "; for validation there are" + forValidation,
                            forTest.empty() ? "" : "; for the test there are" + forTest,
                            leftOut.empty() ? "" : fmt::format("; of another size are{}", leftOut)),
                kCure);
  int classes = 0;
  for (const MemorySamples* part : {&samples.train, &samples.validation, &samples.test})
    for (const std::uint8_t label : part->labels) classes = std::max(classes, label + 1);
  if (classes < 2)
    throw Error(ErrorKind::Input, folder.string(), "all labels are 0, so there is nothing to learn", "Use a set with two classes or more");
  for (int c = 0; c < classes; ++c) samples.train.classNames.push_back(std::to_string(c));
  samples.validation.classNames = samples.test.classNames = samples.train.classNames;
  samples.train.warnings.push_back(
      fmt::format("{}: the names of CIFAR-10's files are absent. Taken for training:{}; for validation:{}{}. There are {} classes.", folder.string(),
                  forTraining, forValidation.empty() ? fmt::format(" {:.4g} of those", spec.validationSplit) : forValidation,
                  forTest.empty() ? "" : "; for the test:" + forTest, classes));
  samples.ownTest = !forTest.empty();
  if (forValidation.empty() && !testIsApart(spec) && spec.testShare <= 0) holdOut(samples, spec.validationSplit, spec.seed);
  return samples;
}

}  // namespace

DataSplits openCifar10(const DataSpec& spec) {
  const fs::path folder = findFolder(spec.path);
  const std::vector<fs::path> files = binaryFiles(folder);
  const bool published = files.empty() || std::any_of(files.begin(), files.end(), [](const fs::path& file) {
                           return file.filename() == "test_batch.bin" || file.filename().string().starts_with("data_batch_");
                         });
  Samples samples = published ? readPublished(folder, spec) : readOthers(folder, spec);
  if (samples.ownTest) requireNoTestShare(spec, published ? (folder / "test_batch.bin").string() : "the files with \"test\" in their names");
  const auto read = [](MemorySamples& part) { return part.labels.empty() ? std::optional<MemorySamples>() : std::move(part); };
  MemoryParts parts{std::move(samples.train), read(samples.validation), read(samples.test)};
  if (!spec.openTest) parts.test.reset();
  const bool ownValidation = parts.validation.has_value();
  drawMissingParts(spec, parts, ownValidation, samples.ownTest);
  DataSplits splits = memorySplits(spec, std::move(parts), {{0.4914, 0.4822, 0.4465}, {0.2470, 0.2435, 0.2616}});
  splits.ownValidation = ownValidation;
  splits.ownTest = samples.ownTest;
  return splits;
}

}  // namespace stepscope
