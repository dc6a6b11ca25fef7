// A dataset answers size() and read(i). Samples are decoded, augmented and normalised into f32 CHW that the caller owns.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/shape.h"

namespace stepscope {

enum class Split { Train, Validation };

// [data] of a project file. Paths are absolute by now.
struct DataSpec {
  std::string kind;  // "mnist" (IDX), "cifar10", "image_folder", "shapes", "synthetic"
  std::string path;
  double validationSplit = 0.2;                     // image_folder without split folders
  std::int64_t imageSize = 0;                       // image_folder, shapes: resize and crop to imageSize x imageSize
  bool flip = false;                                // horizontal flip, training only
  std::int64_t cropPadding = 0;                     // random crop after padding by this many pixels, training only
  double cropScale = 1.0;                           // random resized crop of at least this share of the area, training only; 1 = off
  std::vector<double> mean, std;                    // per channel, of pixels in [0, 1]; empty: the kind's usual ones
  std::int64_t count = 0;                           // shapes: images to render; synthetic: samples; 0 = default
  std::int64_t classes = 0;                         // synthetic
  std::int64_t cacheBytes = std::int64_t{1} << 30;  // decoded samples kept in memory up to this; 0 = none
  std::uint64_t seed = 0;                           // which images are for validation
  std::uint64_t augmentationSeed = 0;               // which crops and flips; a trainer puts its run's seed here
};

struct SampleInfo {
  Shape shape;                          // {C, H, W}
  std::vector<std::string> classNames;  // its size is the number of classes
};

class Dataset {
 public:
  virtual ~Dataset() = default;
  virtual const SampleInfo& info() const = 0;
  virtual std::int64_t size() const = 0;
  virtual std::int32_t label(std::int64_t index) const = 0;
  // Decodes sample `index` into out (numel(info().shape) floats). `epoch` and the augmentation seed alone decide the augmentation.
  // Thread safe. Throws Error (Input) naming the file.
  virtual void read(std::int64_t index, std::int64_t epoch, std::span<float> out) const = 0;
  // read() that may give up soon after `stop` becomes true; it then answers false and `out` holds nothing of use. A loader asks this way,
  // so that it ends at once even while a large image is being decoded.
  virtual bool readUnlessStopped(std::int64_t index, std::int64_t epoch, std::span<float> out, const std::atomic<bool>& stop) const {
    if (stop.load(std::memory_order_relaxed)) return false;
    read(index, epoch, out);
    return true;
  }
  // Files left out of the dataset when it was opened, with the reason: shown to the user.
  virtual const std::vector<std::string>& warnings() const = 0;
  // A fingerprint of the content (sizes, names), saved in checkpoints; a resumed run compares it.
  virtual std::string fingerprint() const = 0;
};

struct DataSplits {
  std::shared_ptr<const Dataset> train, validation;  // validation may be null
};

// Opens and checks the files. Throws Error (Input) that names the file or key and the cure.
DataSplits openData(const DataSpec& spec);

}  // namespace stepscope
