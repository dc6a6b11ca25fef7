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
#include "core/data/sample_cache.h"
#include "core/data/validation_count.h"

namespace stepscope {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kDefaultSize = 224, kMaxSize = 4096;
constexpr std::uint32_t kSplitStream = 0xFFFFFFFEu;
const ChannelScale kImageNet{{0.485, 0.456, 0.406}, {0.229, 0.224, 0.225}};

// Scratch memory handed from reader to reader, so there is as much of it as there are readers at once.
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
  double cropScale = 1;                // below 1: random resized crop
  std::shared_ptr<FolderScale> scale;  // of both splits
  Make make;
  Augmentation augmentation;
  std::int64_t cacheBytes = 0;
  std::uint64_t seed = 0;
};

class ImageFolderDataset : public Dataset {
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
    // A random crop of a kept, reduced image has slightly other pixels than a crop decoded from the file. One way for all images, so
    // that a sample never depends on what happens to be in memory.
    if (randomCrops() && !images_.empty() && !cache_->holds(static_cast<std::int64_t>(images_.size()) - 1)) {
      cropFromFile_ = true;
      cache_.emplace(std::vector<std::int64_t>{}, 0);
    }
  }

  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return static_cast<std::int64_t>(images_.size()); }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::int64_t cacheBytes() const override { return cache_->capacityBytes(); }
  ChannelScale pixelScale(const std::atomic<bool>* cancel) const override {
    static const std::atomic<bool> never{false};
    if (!options_.scale->normalizationUnless(cancel ? *cancel : never)) throw Cancelled{};
    return options_.scale->scale();
  }

  // The images of a class stand together.
  std::int64_t substitute(std::int64_t index) const override {
    const std::int32_t label = images_[static_cast<std::size_t>(index)].label;
    const auto next = static_cast<std::size_t>(index) + 1;
    if (next < images_.size() && images_[next].label == label) return index + 1;
    const auto first =
        std::lower_bound(images_.begin(), images_.end(), label, [](const FoundImage& image, std::int32_t l) { return image.label < l; });
    const std::int64_t found = first - images_.begin();
    return found == index ? -1 : found;
  }

  bool read(std::int64_t index, std::int64_t epoch, FieldMemory wanted, const std::atomic<bool>& stop) const override {
    checkRead(index, wanted);
    const FoundImage& image = images_[static_cast<std::size_t>(index)];
    if (!wanted[1].empty()) integersOf(wanted[1])[0] = image.label;
    if (wanted[0].empty()) return true;
    const std::span<float> out = floatsOf(wanted[0]);
    if (stop.load(std::memory_order_relaxed)) return false;
    const Normalization* normalization = options_.scale->normalizationUnless(stop);
    if (!normalization) return false;
    PhiloxStream random = sampleRandom(options_.seed, epoch, index);
    if (randomCrops()) return readCrop(image, index, random, *normalization, out, stop);
    const Placement placement = drawPlacement(options_.augmentation, random);
    if (const std::uint8_t* kept = cache_->find(index)) {
      placeAndNormalize(kept, shape_, placement, *normalization, out.data());
      return true;
    }
    ScratchPool::Lease lease(pool_);
    std::uint8_t* pixels = room((*lease).sample, shape_.bytes());
    const Box centre = centreSquare(image.header.width, image.header.height);
    if (!decode(index, centre, options_.size, options_.size, PixelLayout::Planar, pixels, *lease, stop)) return false;
    cache_->store(index, pixels);
    placeAndNormalize(pixels, shape_, placement, *normalization, out.data());
    return true;
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
      // Nothing of those that are as they are: what was trained before pictures were turned upright has the same fingerprint.
      add(header.orientation == 1 ? "\n" : fmt::format(" o{}\n", header.orientation));
    }
    return fmt::format("images:{}:{}:{}:{:08x}", toString(shape_.shape()), info_.classNames.size(), images_.size(), checksum);
  }

 private:
  bool randomCrops() const { return options_.cropScale < 1; }

  // What the cache keeps of an image: the sample itself, or for random crops the whole image, reduced so far that the smallest crop
  // still has the pixels of a sample.
  std::pair<std::int64_t, std::int64_t> keptSize(const FoundImage& image) const {
    if (!randomCrops()) return {options_.size, options_.size};
    const std::int64_t width = image.header.width, height = image.header.height;
    const double shorter = static_cast<double>(std::min(width, height)),
                 wanted = std::ceil(static_cast<double>(options_.size) / std::sqrt(options_.cropScale));
    const double factor = std::min(1.0, wanted / shorter);
    const auto reduced = [&](std::int64_t side) { return std::max<std::int64_t>(1, std::llround(static_cast<double>(side) * factor)); };
    return {reduced(width), reduced(height)};
  }

  bool readCrop(const FoundImage& image, std::int64_t index, PhiloxStream& random, const Normalization& normalization, std::span<float> out,
                const std::atomic<bool>& stop) const {
    const ImageHeader& header = image.header;
    const Box crop = drawCrop(header.width, header.height, options_.cropScale, random);
    const Placement placement = drawPlacement(options_.augmentation, random);
    ScratchPool::Lease lease(pool_);
    DecodeScratch& scratch = *lease;
    std::uint8_t* pixels = room(scratch.sample, shape_.bytes());
    if (cropFromFile_) {
      if (!decode(index, crop, options_.size, options_.size, PixelLayout::Planar, pixels, scratch, stop)) return false;
    } else {
      const auto [width, height] = keptSize(image);
      const std::uint8_t* kept = cache_->find(index);
      if (!kept) {
        std::uint8_t* reduced = room(scratch.reduced, width * height * 3);
        const Box all{0, 0, static_cast<double>(header.width), static_cast<double>(header.height)};
        if (!decode(index, all, width, height, PixelLayout::Interleaved, reduced, scratch, stop)) return false;
        cache_->store(index, reduced);
        kept = reduced;
      }
      const double scaleX = static_cast<double>(width) / static_cast<double>(header.width),
                   scaleY = static_cast<double>(height) / static_cast<double>(header.height);
      const Box scaled{crop.x * scaleX, crop.y * scaleY, crop.width * scaleX, crop.height * scaleY};
      resizeImage({kept, width, height}, scaled, options_.size, options_.size, PixelLayout::Planar, pixels, scratch.resize);
    }
    placeAndNormalize(pixels, shape_, placement, normalization, out.data());
    return true;
  }

  bool decode(std::int64_t index, const Box& box, std::int64_t width, std::int64_t height, PixelLayout layout, std::uint8_t* out,
              DecodeScratch& scratch, const std::atomic<bool>& stop) const {
    if (options_.make) options_.make(index);
    const FoundImage& image = images_[static_cast<std::size_t>(index)];
    return decodeImageFile(image.file, image.header, box, width, height, layout, out, scratch, stop) == DecodeResult::Done;
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
  bool cropFromFile_ = false;
  mutable std::optional<SampleCache> cache_;
  mutable ScratchPool pool_;
};

struct SplitImages {
  std::vector<std::string> classes;
  ScannedFolder train, validation;
};

void checkFolderOptions(const DataSpec& spec) {
  if (spec.imageSize < 0 || spec.imageSize > kMaxSize)
    throw Error(ErrorKind::Input, "data.image_size", fmt::format("is {}", spec.imageSize), fmt::format("Give 1 to {}", kMaxSize));
  if (!(spec.cropScale > 0 && spec.cropScale <= 1))
    throw Error(ErrorKind::Input, "data.crop_scale", fmt::format("is {}", spec.cropScale), "Give a share of the image's area above 0 and at most 1");
}

SplitImages findImages(const DataSpec& spec) {
  SplitImages found;
  const SplitFolders folders = splitFolders(spec);
  found.classes = findClasses(folders.train);
  found.train = scanImages(folders.train, found.classes, spec.cancel);
  found.train.warnings.insert(found.train.warnings.begin(), folders.notes.begin(), folders.notes.end());
  if (!folders.validation.empty()) {
    found.validation = scanImages(folders.validation, found.classes, spec.cancel);
    return found;
  }
  const std::vector<bool> held = drawValidation(found.train.images, spec.validationSplit, spec.seed);
  std::vector<FoundImage> kept;
  for (std::size_t i = 0; i < held.size(); ++i) (held[i] ? found.validation.images : kept).push_back(std::move(found.train.images[i]));
  found.train.images = std::move(kept);
  return found;
}

}  // namespace

std::vector<bool> drawValidation(const std::vector<FoundImage>& images, double share, std::uint64_t seed) {
  std::vector<bool> held(images.size(), false);
  for (std::size_t begin = 0; begin < images.size();) {
    std::size_t end = begin;
    while (end < images.size() && images[end].label == images[begin].label) ++end;
    const auto count = static_cast<std::int64_t>(end - begin);
    const std::int64_t wanted = validationCount(count, share);
    std::vector<std::size_t> order(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = begin + i;
    PhiloxStream random(seed, static_cast<std::uint64_t>(images[begin].label), kSplitStream);
    for (std::size_t i = 0; i < static_cast<std::size_t>(wanted); ++i) {
      std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(order.size() - i))]);
      held[order[i]] = true;
    }
    begin = end;
  }
  return held;
}

Box drawCrop(std::int64_t width, std::int64_t height, double minShare, PhiloxStream& random) {
  constexpr int attempts = 10;
  const double area = static_cast<double>(width) * static_cast<double>(height);
  const double lowest = std::log(3.0 / 4), highest = std::log(4.0 / 3);
  for (int i = 0; i < attempts; ++i) {
    const double part = area * (minShare + (1 - minShare) * random.uniform());
    const double aspect = std::exp(lowest + (highest - lowest) * random.uniform());
    const std::int64_t cropWidth = std::llround(std::sqrt(part * aspect)), cropHeight = std::llround(std::sqrt(part / aspect));
    if (cropWidth < 1 || cropHeight < 1 || cropWidth > width || cropHeight > height) continue;
    const std::uint32_t y = random.below(static_cast<std::uint32_t>(height - cropHeight + 1)),
                        x = random.below(static_cast<std::uint32_t>(width - cropWidth + 1));
    return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(cropWidth), static_cast<double>(cropHeight)};
  }
  // An image much longer than wide: the largest centred part with an allowed aspect ratio.
  const auto w = static_cast<double>(width), h = static_cast<double>(height);
  const double cropWidth = std::min(w, h * 4 / 3), cropHeight = std::min(h, w * 4 / 3);
  return {(w - cropWidth) / 2, (h - cropHeight) / 2, cropWidth, cropHeight};
}

Box centreSquare(std::int64_t width, std::int64_t height) {
  const auto side = static_cast<double>(std::min(width, height));
  return {(static_cast<double>(width) - side) / 2, (static_cast<double>(height) - side) / 2, side, side};
}

std::vector<DataKey> folderKeys() {
  std::vector<DataKey> keys = pictureKeys();
  keys.push_back(imageSizeKey());
  keys.push_back(DataKeys::real("data.crop_scale", 0, true, 1, false, &DataSpec::cropScale));
  keys.push_back(DataKeys::text("data.train_path", &DataSpec::trainPath, KeyType::Path));
  keys.push_back(validationPathKey());
  return keys;
}

DataSplits openImageFolder(const DataSpec& spec) {
  checkFolderOptions(spec);
  SplitImages found = findImages(spec);
  return openImages(spec, found.classes, std::move(found.train), std::move(found.validation));
}

DataSplits openImages(const DataSpec& spec, const std::vector<std::string>& classes, ScannedFolder train, ScannedFolder validation,
                      MakePicture make) {
  checkFolderOptions(spec);
  const auto makerOf = [&](Split split) { return make ? Make([make, split](std::int64_t index) { make(split, index); }) : Make{}; };
  FolderOptions options;
  options.size = spec.imageSize > 0 ? spec.imageSize : kDefaultSize;
  options.scale = std::make_shared<FolderScale>(spec, kImageNet, options.size, train.images, makerOf(Split::Train));
  options.make = makerOf(Split::Validation);
  options.cacheBytes = spec.cacheBytes;
  options.seed = spec.augmentationSeed;

  FolderOptions training = options;
  training.make = makerOf(Split::Train);
  training.cropScale = spec.cropScale;
  training.augmentation = augmentation(spec, {3, options.size, options.size});
  auto trained = std::make_shared<ImageFolderDataset>(std::move(train), classes, std::move(training));
  options.cacheBytes -= trained->cacheBytes();
  DataSplits splits;
  if (!validation.images.empty()) splits.validation = std::make_shared<ImageFolderDataset>(std::move(validation), classes, std::move(options));
  splits.train = std::move(trained);
  return splits;
}

}  // namespace stepscope
