// Samples in memory as planar 8-bit pixels, used for MNIST, CIFAR-10 and pictures in NumPy arrays.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/data/images/pixels.h"
#include "core/data/picture_dataset.h"

namespace stepscope {

struct MemorySamples {
  PixelShape shape;
  std::vector<std::uint8_t> pixels;  // sample after sample, each (C, H, W)
  std::vector<std::int32_t> labels;  // the class of each, from 0
  std::vector<std::string> classNames;
  std::string format;                 // first part of the fingerprint: "idx", "cifar10"
  std::vector<std::string> warnings;  // problems of the files, for the user
};

// The scale of the pixels, from the keys of the project or measured on the training samples (images/pixels.h).
ChannelScale pixelScaleOf(const DataSpec& spec, const ChannelScale& usual, const MemorySamples& train);

// The parts of a set; nothing: the set has no such part of its own.
struct MemoryParts {
  MemorySamples train;
  std::optional<MemorySamples> validation, test;
};

// Draws the parts that have no files of their own from the training samples: spec.validationSplit and spec.testShare of each class (draw_parts.h);
// then keeps at most spec.limit samples for training. The test part stays empty unless spec.openTest is set.
void drawMissingParts(const DataSpec& spec, MemoryParts& parts, bool ownValidation, bool ownTest);

// The data sets of the parts. `usual`: the usual scale of the pixels for this kind.
DataSplits memorySplits(const DataSpec& spec, MemoryParts parts, const ChannelScale& usual);

class MemoryDataset : public PictureDataset {
 public:
  MemoryDataset(MemorySamples samples, ChannelScale scale);

  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return static_cast<std::int64_t>(samples_.labels.size()); }
  const std::vector<std::string>& warnings() const override { return samples_.warnings; }
  std::string fingerprint() const override { return fingerprint_; }
  ChannelScale pixelScale(const std::atomic<bool>*) const override { return scale_; }
  std::span<const std::uint8_t> keptBytes(std::int64_t index) const override {
    const auto bytes = static_cast<std::size_t>(samples_.shape.bytes());
    return std::span(samples_.pixels).subspan(static_cast<std::size_t>(index) * bytes, bytes);
  }

 protected:
  std::int32_t labelOf(std::int64_t index) const override { return samples_.labels[static_cast<std::size_t>(index)]; }
  SampleView viewOf(std::int64_t index) const override;
  bool readPixels(std::int64_t index, const SampleView& view, std::span<float> out, const std::atomic<bool>& stop) const override;
  const Normalization* normalizationUnless(const std::atomic<bool>&) const override { return &normalization_; }

 private:
  MemorySamples samples_;
  ChannelScale scale_;
  Normalization normalization_;
  SampleInfo info_;
  std::string fingerprint_;
};

}  // namespace stepscope
