#include "core/data/images/image_folder.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <optional>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/data/images/folder_scale.h"
#include "core/data/images/image_file.h"
#include "core/data/images/pixels.h"
#include "core/data/named_samples.h"
#include "core/data/picture_dataset.h"
#include "core/data/sample_cache.h"
#include "core/data/transforms/transform_table.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kDefaultSize = 224, kMaxSize = 4096;
constexpr std::uint32_t kSplitStream = 0xFFFFFFFEu;
const ChannelScale kImageNet{{0.485, 0.456, 0.406}, {0.229, 0.224, 0.225}};

// A pool of work memory: there are as many objects as readers at the same time.
class ScratchPool {
 public:
  class Lease {
   public:
    explicit Lease(ScratchPool& pool) : pool_(pool), scratch_(pool.take()) {}
    ~Lease() { pool_.giveBack(std::move(scratch_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    DecodeScratch& operator*() { return *scratch_; }

   private:
    ScratchPool& pool_;
    std::unique_ptr<DecodeScratch> scratch_;
  };

 private:
  std::unique_ptr<DecodeScratch> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<DecodeScratch>();
    std::unique_ptr<DecodeScratch> scratch = std::move(free_.back());
    free_.pop_back();
    return scratch;
  }
  void giveBack(std::unique_ptr<DecodeScratch> scratch) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<DecodeScratch>> free_;
};

using Make = std::function<void(std::int64_t index)>;  // see MakePicture

struct FolderOptions {
  std::int64_t size = 0;
  double leastPart = 1;                // Transforms::leastPart()
  std::shared_ptr<FolderScale> scale;  // shared by all parts
  Make make;
  std::int64_t cacheBytes = 0;
};

class ImageFolderDataset : public PictureDataset, public NamedSamples {
 public:
  ImageFolderDataset(ScannedFolder scanned, const std::vector<std::string>& classes, FolderOptions options)
      : images_(std::move(scanned.images)),
        warnings_(std::move(scanned.warnings)),
        options_(std::move(options)),
        shape_{3, options_.size, options_.size} {
    info_.classNames = classes;
    info_.setFields(shape_.shape());
    std::vector<std::int64_t> bytes;
    bytes.reserve(images_.size());
    for (const FoundImage& image : images_) {
      const auto [width, height] = keptSize(image);
      bytes.push_back(width * height * 3);
    }
    cache_.emplace(bytes, options_.cacheBytes);
    // A part cut from a cached, reduced image has slightly different pixels than one decoded from the file. So either all images are cached or none,
    // and a sample never depends on what is in memory.
    if (partsVary() && !images_.empty() && !cache_->holds(static_cast<std::int64_t>(images_.size()) - 1))
      cache_.emplace(std::vector<std::int64_t>{}, 0);
    keepsWhole_ = partsVary() && cache_->capacityBytes() > 0;
  }

  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return static_cast<std::int64_t>(images_.size()); }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::int64_t cacheBytes() const override { return cache_->capacityBytes(); }
  std::string nameOf(std::int64_t index) const override { return images_[static_cast<std::size_t>(index)].file; }
  ChannelScale pixelScale(const std::atomic<bool>* cancel) const override {
    static const std::atomic<bool> never{false};
    if (!options_.scale->normalizationUnless(cancel ? *cancel : never)) throw Cancelled{};
    return options_.scale->scale();
  }

  // The next image of the class, after the last one the first; the images of a class are next to each other.
  std::int64_t substitute(std::int64_t index) const override {
    const std::int32_t label = images_[static_cast<std::size_t>(index)].label;
    const auto next = static_cast<std::size_t>(index) + 1;
    if (next < images_.size() && images_[next].label == label) return index + 1;
    const auto first =
        std::lower_bound(images_.begin(), images_.end(), label, [](const FoundImage& image, std::int32_t l) { return image.label < l; });
    const std::int64_t found = first - images_.begin();
    return found == index ? -1 : found;
  }

  std::string fingerprint() const override {
    std::uint32_t checksum = 0;
    const auto add = [&](const std::string& text) {
      checksum = static_cast<std::uint32_t>(crc32_z(checksum, reinterpret_cast<const Bytef*>(text.data()), text.size()));
    };
    for (const std::string& name : info_.classNames) add(name + "\n");
    for (const FoundImage& image : images_) {
      const ImageHeader& header = image.header;
      add(fmt::format("{} {} {}x{}", image.label, fs::path(image.file).filename().string(), header.width, header.height));
      // Images with orientation 1 add nothing, so the fingerprint is the same as before orientation was supported.
      add(header.orientation == 1 ? "\n" : fmt::format(" o{}\n", header.orientation));
    }
    return fmt::format("images:{}:{}:{}:{:08x}", toString(shape_.shape()), info_.classNames.size(), images_.size(), checksum);
  }

 protected:
  std::int32_t labelOf(std::int64_t index) const override { return images_[static_cast<std::size_t>(index)].label; }

  SampleView viewOf(std::int64_t index) const override {
    const ImageHeader& header = images_[static_cast<std::size_t>(index)].header;
    return {{shape_.channels, header.height, header.width}, shape_, centreSquare(header.width, header.height), {}, {}, {}};
  }

  bool readPixels(std::int64_t index, const SampleView& view, std::span<float> out, const std::atomic<bool>& stop) const override {
    if (stop.load(std::memory_order_relaxed)) return false;
    const Normalization* normalization = options_.scale->normalizationUnless(stop);
    if (!normalization) return false;
    const auto place = [&](const std::uint8_t* pixels) { placeAndNormalize(pixels, shape_, view.placement, *normalization, out.data()); };
    const std::uint8_t* kept = cache_->find(index);
    if (kept && !keepsWhole_) {
      place(kept);
      return true;
    }
    ScratchPool::Lease lease(pool_);
    DecodeScratch& scratch = *lease;
    std::uint8_t* pixels = room(scratch.sample, shape_.bytes());
    if (keepsWhole_) {
      if (!kept) kept = keepWhole(index, scratch, stop);
      if (!kept) return false;
      const auto [width, height] = keptSize(images_[static_cast<std::size_t>(index)]);
      const double scaleX = static_cast<double>(width) / static_cast<double>(view.picture.width),
                   scaleY = static_cast<double>(height) / static_cast<double>(view.picture.height);
      const Box scaled{view.part.x * scaleX, view.part.y * scaleY, view.part.width * scaleX, view.part.height * scaleY};
      resizeImage({kept, width, height}, scaled, options_.size, options_.size, PixelLayout::Planar, pixels, scratch.resize);
    } else {
      if (!decode(index, view.part, options_.size, options_.size, PixelLayout::Planar, pixels, scratch, stop)) return false;
      cache_->store(index, pixels);
    }
    place(pixels);
    return true;
  }
  const Normalization* normalizationUnless(const std::atomic<bool>& stop) const override { return options_.scale->normalizationUnless(stop); }

 private:
  bool partsVary() const { return options_.leastPart < 1; }

  // The cached form of an image: the sample itself, or, if transforms cut parts out of it, the whole image, reduced as far as the smallest part still
  // has the pixels of a sample.
  std::pair<std::int64_t, std::int64_t> keptSize(const FoundImage& image) const {
    if (!partsVary()) return {options_.size, options_.size};
    const std::int64_t width = image.header.width, height = image.header.height;
    const double shorter = static_cast<double>(std::min(width, height)),
                 wanted = std::ceil(static_cast<double>(options_.size) / std::sqrt(options_.leastPart));
    const double factor = std::min(1.0, wanted / shorter);
    const auto reduced = [&](std::int64_t side) { return std::max<std::int64_t>(1, std::llround(static_cast<double>(side) * factor)); };
    return {reduced(width), reduced(height)};
  }

  // Decodes and caches the reduced image. Returns its pixels, in the memory of the cache or in `scratch`; null if stopped.
  const std::uint8_t* keepWhole(std::int64_t index, DecodeScratch& scratch, const std::atomic<bool>& stop) const {
    const FoundImage& image = images_[static_cast<std::size_t>(index)];
    const auto [width, height] = keptSize(image);
    std::uint8_t* reduced = room(scratch.reduced, width * height * 3);
    const Box all{0, 0, static_cast<double>(image.header.width), static_cast<double>(image.header.height)};
    if (!decode(index, all, width, height, PixelLayout::Interleaved, reduced, scratch, stop)) return nullptr;
    cache_->store(index, reduced);
    return reduced;
  }

  bool decode(std::int64_t index, const Box& box, std::int64_t width, std::int64_t height, PixelLayout layout, std::uint8_t* out,
              DecodeScratch& scratch, const std::atomic<bool>& stop) const {
    if (options_.make) options_.make(index);
    const FoundImage& image = images_[static_cast<std::size_t>(index)];
    return decodeImageFile(image.file, image.header, box, width, height, layout, out, scratch, stop, image.source) == DecodeResult::Done;
  }

  static std::uint8_t* room(std::vector<std::uint8_t>& memory, std::int64_t bytes) {
    if (memory.size() < static_cast<std::size_t>(bytes)) memory.resize(static_cast<std::size_t>(bytes));
    return memory.data();
  }

  std::vector<FoundImage> images_;
  std::vector<std::string> warnings_;
  FolderOptions options_;
  PixelShape shape_;
  SampleInfo info_;
  bool keepsWhole_ = false;  // the cache keeps the whole of each image
  mutable std::optional<SampleCache> cache_;
  mutable ScratchPool pool_;
};

struct SplitImages {
  std::vector<std::string> classes;
  ScannedParts parts;
};

void checkFolderOptions(const DataSpec& spec) {
  if (spec.imageSize < 0 || spec.imageSize > kMaxSize)
    throw Error(ErrorKind::Input, "data.image_size", fmt::format("is {}", spec.imageSize), fmt::format("Give 1 to {}", kMaxSize));
}

SplitImages findImages(const DataSpec& spec) {
  SplitImages found;
  const SplitFolders folders = splitFolders(spec);
  found.classes = findClasses(folders.train);
  ScannedFolder &train = found.parts.train, &validation = found.parts.validation, &test = found.parts.test;
  train = scanImages(folders.train, found.classes, spec.cancel);
  train.warnings.insert(train.warnings.begin(), folders.notes.begin(), folders.notes.end());
  if (!folders.test.empty()) requireNoTestShare(spec, folders.test);
  if (!folders.validation.empty()) validation = scanImages(folders.validation, found.classes, spec.cancel);
  if (!folders.test.empty() && spec.openTest) test = scanImages(folders.test, found.classes, spec.cancel);
  drawMissingImages(spec, found.parts, !folders.validation.empty(), !folders.test.empty());
  return found;
}

}  // namespace

PartShares sharesOf(const DataSpec& spec, bool ownValidation, bool ownTest) {
  return sharesOf(spec, kSplitStream, ownValidation, ownTest);
}

void drawMissingImages(const DataSpec& spec, ScannedParts& parts, bool ownValidation, bool ownTest) {
  std::vector<FoundImage>& train = parts.train.images;
  const DrawnParts drawn = drawImages(train, sharesOf(spec, ownValidation, ownTest));
  std::vector<FoundImage> kept;
  for (std::size_t i = 0; i < drawn.of.size(); ++i) {
    if (drawn.has(i, Split::Train)) kept.push_back(std::move(train[i]));
    else if (drawn.of[i] == Split::Validation) parts.validation.images.push_back(std::move(train[i]));
    else if (drawn.of[i] == Split::Test && spec.openTest) parts.test.images.push_back(std::move(train[i]));
  }
  train = std::move(kept);
}

DrawnParts drawImages(const std::vector<FoundImage>& images, const PartShares& shares) {
  std::vector<std::int32_t> labels;
  labels.reserve(images.size());
  for (const FoundImage& image : images) labels.push_back(image.label);
  return drawParts(labels, shares);
}

Box centreSquare(std::int64_t width, std::int64_t height) {
  const auto side = static_cast<double>(std::min(width, height));
  return {(static_cast<double>(width) - side) / 2, (static_cast<double>(height) - side) / 2, side, side};
}

std::vector<DataKey> folderKeys() {
  std::vector<DataKey> keys = pictureKeys();
  keys.push_back(imageSizeKey());
  for (DataKey& key : transformKeys(true)) keys.push_back(std::move(key));
  keys.push_back(DataKeys::text("data.train_path", &DataSpec::trainPath, KeyType::Path));
  keys.push_back(validationPathKey());
  keys.push_back(testPathKey());
  keys.push_back(testAsKey());
  for (DataKey& key : partKeys()) keys.push_back(std::move(key));
  return keys;
}

DataSplits openImageFolder(const DataSpec& spec) {
  checkFolderOptions(spec);
  SplitImages found = findImages(spec);
  return openImages(spec, found.classes, std::move(found.parts));
}

DataSplits openImages(const DataSpec& spec, const std::vector<std::string>& classes, ScannedParts parts, MakePicture make) {
  checkFolderOptions(spec);
  const auto makerOf = [&](Split split) { return make ? Make([make, split](std::int64_t index) { make(split, index); }) : Make{}; };
  FolderOptions options;
  options.size = spec.imageSize > 0 ? spec.imageSize : kDefaultSize;
  options.scale = std::make_shared<FolderScale>(spec, kImageNet, options.size, parts.train.images, makerOf(Split::Train));
  options.make = makerOf(Split::Validation);
  options.cacheBytes = spec.cacheBytes;

  DataSplits splits;
  splits.transforms = openTransforms(spec, {3, options.size, options.size}, true);
  FolderOptions training = options;
  training.make = makerOf(Split::Train);
  training.leastPart = splits.transforms.leastPart();
  auto trained = std::make_shared<ImageFolderDataset>(std::move(parts.train), classes, std::move(training));
  options.cacheBytes -= trained->cacheBytes();
  if (!parts.validation.images.empty()) splits.validation = std::make_shared<ImageFolderDataset>(std::move(parts.validation), classes, options);
  options.cacheBytes = 0;  // the test part is read once
  options.make = makerOf(Split::Test);
  if (!parts.test.images.empty()) splits.test = std::make_shared<ImageFolderDataset>(std::move(parts.test), classes, std::move(options));
  splits.train = std::move(trained);
  return splits;
}

}  // namespace stepscope
