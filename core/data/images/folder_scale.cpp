#include "core/data/images/folder_scale.h"

#include <algorithm>
#include <future>
#include <thread>
#include <utility>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/data/images/image_file.h"
#include "core/data/images/image_folder.h"

namespace stepscope {
namespace {

constexpr std::uint32_t kMeasureStream = 0xFFFFFFFDu;
constexpr std::int64_t kLargestSide =
    256;  // samples are measured at most at this size: larger ones have nearly the same mean and take longer to decode
constexpr unsigned kMostThreads = 8;
constexpr std::size_t kWorthAThread = 32;

}  // namespace

std::vector<std::int64_t> picturesToMeasure(std::int64_t count, std::uint64_t seed) {
  std::vector<std::int64_t> chosen;
  if (count <= kMostMeasured) {
    for (std::int64_t i = 0; i < count; ++i) chosen.push_back(i);
    return chosen;
  }
  // One image from every part of the list, which is sorted by class.
  PhiloxStream random(seed, 0, kMeasureStream);
  for (std::int64_t i = 0; i < kMostMeasured; ++i) {
    const std::int64_t begin = i * count / kMostMeasured, end = (i + 1) * count / kMostMeasured;
    chosen.push_back(begin + random.below(static_cast<std::uint32_t>(end - begin)));
  }
  return chosen;
}

FolderScale::FolderScale(const DataSpec& spec, const ChannelScale& usual, std::int64_t side, const std::vector<FoundImage>& train,
                         std::function<void(std::int64_t)> make)
    : spec_(spec), usual_(usual), side_(std::min(side, kLargestSide)), make_(std::move(make)) {
  spec_.cancel = nullptr;  // it belonged to openData(), which has returned
  bool measures = false;
  scale_ = pixelScaleOf(spec_, usual_, [&] {
    measures = true;
    return usual_;
  });
  if (measures) {
    for (const std::int64_t index : picturesToMeasure(static_cast<std::int64_t>(train.size()), spec.seed))
      chosen_.push_back({index, train[static_cast<std::size_t>(index)]});
  } else {
    normalization_ = normalization(scale_);
    ready_ = &normalization_;
  }
}

const Normalization* FolderScale::normalizationUnless(const std::atomic<bool>& stop) {
  if (const Normalization* ready = ready_.load(std::memory_order_acquire)) return ready;
  const std::lock_guard lock(mutex_);
  if (const Normalization* ready = ready_.load(std::memory_order_acquire)) return ready;
  ChannelScale measured;
  if (!measure(stop, measured)) return nullptr;
  scale_ = pixelScaleOf(spec_, usual_, [&] { return measured; });
  normalization_ = normalization(scale_);
  ready_.store(&normalization_, std::memory_order_release);
  chosen_ = {};
  return &normalization_;
}

bool FolderScale::measure(const std::atomic<bool>& stop, ChannelScale& measured) const {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    PixelSums sums(3);
    DecodeScratch scratch;
    const auto plane = static_cast<std::size_t>(side_ * side_);
    std::vector<std::uint8_t> pixels(3 * plane);
    for (std::size_t i = next++; i < chosen_.size() && !stop.load(std::memory_order_relaxed); i = next++) {
      const ImageHeader& header = chosen_[i].image.header;
      try {
        if (make_) make_(chosen_[i].index);
        if (decodeImageFile(chosen_[i].image.file, header, centreSquare(header.width, header.height), side_, side_, PixelLayout::Planar,
                            pixels.data(), scratch, stop, chosen_[i].image.source) != DecodeResult::Done)
          break;
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input) throw;
        continue;  // it is reported when it is read as a sample
      }
      for (std::size_t c = 0; c < 3; ++c) sums.add(c, std::span(pixels).subspan(c * plane, plane));
    }
    return sums;
  };
  const std::size_t threads =
      std::min<std::size_t>({chosen_.size() / kWorthAThread + 1, kMostThreads, std::max(1u, std::thread::hardware_concurrency())});
  std::vector<std::future<PixelSums>> others;
  for (std::size_t i = 1; i < threads; ++i) others.push_back(std::async(std::launch::async, work));
  PixelSums sums = work();
  for (std::future<PixelSums>& other : others) sums.add(other.get());
  if (stop.load(std::memory_order_relaxed)) return false;
  measured = sums.empty() ? usual_ : sums.scale();
  return true;
}

}  // namespace stepscope
