#include "core/data/kinds/shapes.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/images/image_codecs.h"
#include "core/data/images/image_folder.h"
#include "core/data/images/jpeg.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kDefaultCount = 4000, kMaxCount = 1'000'000;
constexpr int kQuality = 90;
constexpr const char* kMarker = ".stepscope-shapes";
constexpr const char* kRendering = ".rendering-";

[[noreturn]] void throwUnwritable(const std::string& folder, const std::string& why) {
  throw Error(ErrorKind::Resource, folder, "the shapes cannot be rendered there (" + why + ")",
              "Set data.path to a folder that may be written, on a disk with room");
}

// The text of the marker file of a complete set. If the drawing changes, the version must change.
std::string description(std::int64_t count, std::int64_t validation) {
  return fmt::format("Rendered by Stepscope; may be deleted, and is rendered again when needed.\nversion 1\nimages {}\nvalidation {}\n", count,
                     validation);
}

std::string textOf(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Deletes temporary folders of processes that were killed while they made `folder`.
void removeOrphans(const fs::path& folder) {
  std::error_code ignored;
  const std::string prefix = folder.filename().string() + kRendering;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.compare(0, prefix.size(), prefix) != 0) continue;
    const long process = std::strtol(name.c_str() + prefix.size(), nullptr, 10);
    if (process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH) fs::remove_all(entry.path(), ignored);
  }
}

// A new folder beside `folder`, deleted in the destructor unless it was renamed.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const fs::path& folder) {
    std::string name = folder.string() + kRendering + std::to_string(::getpid()) + "-XXXXXX";
    if (!::mkdtemp(name.data())) throwUnwritable(folder.string(), std::strerror(errno));
    path_ = name;
    std::error_code ignored;
    fs::permissions(path_, fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add,
                    ignored);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Creates the folders of a set, without its images, and the description.
void describeInto(const fs::path& folder, std::int64_t count, std::int64_t validation) {
  for (const std::string& name : shapeClasses()) {
    fs::create_directories(folder / "train" / name);
    if (validation > 0) fs::create_directories(folder / "val" / name);
  }
  std::ofstream marker(folder / kMarker);
  marker << description(count, validation);
  marker.close();
  if (!marker) throwUnwritable(folder.string(), std::strerror(errno));
}

// Moves the new set to its place. If another process was faster, its set is identical.
void publish(const TemporaryFolder& rendered, const fs::path& folder, const std::string& wanted) {
  std::error_code failed;
  if (fs::exists(folder / kMarker, failed) && textOf(folder / kMarker) != wanted) {
    const TemporaryFolder old(folder);  // an empty folder over which another can be renamed
    fs::rename(folder, old.path(), failed);
    if (failed) throwUnwritable(folder.string(), failed.message());
    fs::rename(rendered.path(), folder, failed);
  } else {
    fs::rename(rendered.path(), folder, failed);
  }
  if (failed && textOf(folder / kMarker) != wanted) throwUnwritable(folder.string(), failed.message());
}

void makeFolder(const fs::path& folder, std::int64_t count, std::int64_t validation) {
  const std::string wanted = description(count, validation);
  std::error_code ignored;
  const bool ours = fs::exists(folder / kMarker, ignored);
  if (ours && textOf(folder / kMarker) == wanted) return;
  if (!ours && fs::exists(folder, ignored) && !(fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored))) {
    throw Error(ErrorKind::Input, folder.string(), "holds files that are not the rendered shapes",
                "Set data.path to a new folder, or data.kind to image_folder to train on these files");
  }
  try {
    fs::create_directories(folder.parent_path());
    removeOrphans(folder);
    const TemporaryFolder rendered(folder);
    describeInto(rendered.path(), count, validation);
    publish(rendered, folder, wanted);
  } catch (const fs::filesystem_error& error) {
    throwUnwritable(folder.string(), error.code().message());
  }
}

// The images of a split in the order in which a scan of the folder finds them, and their numbers in the set.
struct Pictures {
  ScannedFolder found;
  std::vector<std::int64_t> numbers;
};

Pictures picturesOf(const fs::path& folder, std::int64_t begin, std::int64_t end) {
  const std::vector<std::string>& classes = shapeClasses();
  std::vector<std::pair<FoundImage, std::int64_t>> all;
  for (std::int64_t i = begin; i < end; ++i) {
    const auto label = static_cast<std::size_t>(i) % classes.size();
    const std::string file = (folder / classes[label] / fmt::format("{}-{:05}.jpg", classes[label], i)).string();
    all.push_back({{file, static_cast<std::int32_t>(label), {kShapePixels, kShapePixels, 1, &imageCodecs()[0]}}, i});
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first.file < b.first.file; });
  Pictures pictures;
  for (auto& [image, number] : all) {
    pictures.found.images.push_back(std::move(image));
    pictures.numbers.push_back(number);
  }
  return pictures;
}

// The files of a split, drawn when they are first read.
class Drawing {
 public:
  explicit Drawing(const Pictures& pictures) : numbers_(pictures.numbers), there_(pictures.numbers.size()) {
    for (const FoundImage& image : pictures.found.images) files_.push_back(image.file);
  }

  void draw(std::int64_t index) {
    const auto at = static_cast<std::size_t>(index);
    if (there_[at].load(std::memory_order_acquire)) return;
    std::error_code failed;
    if (!fs::exists(files_[at], failed)) {
      std::vector<std::uint8_t> rgb;
      drawShape(numbers_[at], rgb);
      // Written to a temporary file first: a file of the set is always complete, even if another process draws it at the same time.
      static std::atomic<std::uint64_t> next{0};
      const std::string part = fmt::format("{}.{}-{}", files_[at], ::getpid(), next++);
      writeJpeg(part, rgb.data(), kShapePixels, kShapePixels, kQuality);
      fs::rename(part, files_[at], failed);
      if (failed) throwUnwritable(files_[at], failed.message());
    }
    there_[at].store(true, std::memory_order_release);
  }

 private:
  std::vector<std::string> files_;
  std::vector<std::int64_t> numbers_;
  std::vector<std::atomic<bool>> there_;  // known to be in the folder
};

}  // namespace

std::vector<DataKey> shapesKeys() {
  std::vector<DataKey> keys = folderKeys();
  keys.push_back(countKey());
  return keys;
}

DataSplits openShapes(const DataSpec& spec) {
  const std::int64_t count = spec.count > 0 ? spec.count : kDefaultCount;
  const auto classes = static_cast<std::int64_t>(shapeClasses().size());
  const std::int64_t validation = std::llround(static_cast<double>(count) * spec.validationSplit);
  if (count > kMaxCount || count - validation < classes || (validation > 0 && validation < classes)) {
    throw Error(ErrorKind::Input, "data.count", fmt::format("is {}, with {} of them for validation", count, validation),
                fmt::format("Give at most {} images, and at least one of each of the {} classes for training and validation", kMaxCount, classes));
  }
  fs::path folder = fs::path(spec.path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "data/" is "data"
  throwIfCancelled(spec.cancel);
  makeFolder(folder, count, validation);
  DataSpec images = spec;
  images.path = folder.string();
  if (images.imageSize == 0) images.imageSize = kShapePixels;
  const Pictures train = picturesOf(folder / "train", 0, count - validation), held = picturesOf(folder / "val", count - validation, count);
  const auto drawnTrain = std::make_shared<Drawing>(train), drawnHeld = std::make_shared<Drawing>(held);
  return openImages(images, shapeClasses(), {train.found, held.found, {}},
                    [drawnTrain, drawnHeld](Split split, std::int64_t index) { (split == Split::Train ? drawnTrain : drawnHeld)->draw(index); });
}

}  // namespace stepscope
