// Mean and standard deviation of the pixels of an image folder: those of the project file, the usual ones, or measured when they are first needed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "core/data/images/image_scan.h"
#include "core/data/images/pixels.h"

namespace stepscope {

// The images to measure, out of `count`: all of a small set, else kMostMeasured of them, spread over the list and drawn with the seed.
inline constexpr std::int64_t kMostMeasured = 512;
std::vector<std::int64_t> picturesToMeasure(std::int64_t count, std::uint64_t seed);

class FolderScale {
 public:
  // `side`: width and height of a sample in pixels. `train`: the training images. `make`: called with the index of an image before its file is read;
  // may be null.
  FolderScale(const DataSpec& spec, const ChannelScale& usual, std::int64_t side, const std::vector<FoundImage>& train,
              std::function<void(std::int64_t)> make);

  // Measures, if requested and not done yet, on several threads; the result does not depend on their number. An image that cannot be decoded is
  // skipped. Null soon after `stop` became true. Thread safe.
  const Normalization* normalizationUnless(const std::atomic<bool>& stop);
  const ChannelScale& scale() const { return scale_; }  // after normalizationUnless()

 private:
  struct Chosen {
    std::int64_t index;
    FoundImage image;
  };
  bool measure(const std::atomic<bool>& stop, ChannelScale& measured) const;

  DataSpec spec_;
  ChannelScale usual_, scale_;
  std::int64_t side_;
  std::vector<Chosen> chosen_;
  std::function<void(std::int64_t)> make_;
  std::mutex mutex_;
  std::atomic<const Normalization*> ready_{nullptr};
  Normalization normalization_;
};

}  // namespace stepscope
