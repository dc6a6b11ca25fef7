// Mean and deviation of the pixels of an image folder: given, usual, or measured when they are first needed.
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

// Which of `count` pictures are measured: all of a small set, else kMostMeasured of them, spread over the list and drawn with the seed.
inline constexpr std::int64_t kMostMeasured = 512;
std::vector<std::int64_t> picturesToMeasure(std::int64_t count, std::uint64_t seed);

class FolderScale {
 public:
  // train: the pictures for training. side: of a sample. make: called before a file is read; may be null.
  FolderScale(const DataSpec& spec, const ChannelScale& usual, std::int64_t side, const std::vector<FoundImage>& train,
              std::function<void(std::int64_t)> make);

  // Measures where that was asked for and not done yet, on several threads; what comes of it does not depend on them. A picture that cannot
  // be decoded does not count. Null soon after `stop` became true. Thread safe.
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
