// An image of a data set on its way to the model, and the transforms applied to it in training.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/philox.h"
#include "core/base/shape.h"

namespace stepscope {

struct PixelShape {
  std::int64_t channels = 0, height = 0, width = 0;
  std::int64_t bytes() const { return channels * height * width; }
  Shape shape() const { return {channels, height, width}; }
};

// A part of an image, in pixels; may be fractional.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

// The position of the output window: output pixel (y, x) is source pixel (y + dy, x + dx), or padding outside of the source. Then the output is
// mirrored left to right if `mirrored` is true.
struct Placement {
  std::int64_t dx = 0, dy = 0;
  bool mirrored = false;
};

struct SampleView {
  PixelShape picture;   // upright, in the size of its file
  PixelShape sample;    // the model's input
  Box part;             // the part of the image that is resized to the sample
  Placement placement;  // shifts the sample over the resized part
  // The members below are valid after the pixels were read.
  std::span<float> values{};         // of the sample, planar: (pixel - mean) / std, or pixels in [0, 1] for transforms on pixels
  std::span<std::byte> memory{};     // at least Transform::bytesNeeded, uninitialised
  std::span<const float> outside{};  // the value outside of an image, one per channel, in the units of `values`
};

// One transform of the training samples. It takes random numbers only from the stream that it is given.
struct Transform {
  enum class When : std::uint8_t {
    BeforeReading,  // chooses the part of the image to read, and its placement
    OnPixels,       // changes the pixels, in [0, 1]; runs before AfterReading
    AfterReading,   // changes the normalised values
  } when = When::BeforeReading;
  std::function<void(SampleView&, PhiloxStream&)> apply;
  std::int64_t bytesNeeded = 0;  // size of the work memory that apply() needs
  double leastPart = 1;          // the smallest fraction of an image's area that becomes a sample
};

// The transforms of a data set's training samples, in this order. Each sample draws from the stream of (seed, epoch, its index) only.
struct Transforms {
  std::vector<Transform> list;
  std::uint64_t seed = 0;

  PhiloxStream random(std::int64_t epoch, std::int64_t index) const {
    return PhiloxStream(seed, static_cast<std::uint64_t>(index), static_cast<std::uint32_t>(epoch));
  }
  void apply(Transform::When when, SampleView& view, PhiloxStream& random) const {
    for (const Transform& transform : list)
      if (transform.when == when) transform.apply(view, random);
  }
  bool has(Transform::When when) const {
    return std::any_of(list.begin(), list.end(), [&](const Transform& transform) { return transform.when == when; });
  }
  std::int64_t bytesNeeded() const {
    std::int64_t most = 0;
    for (const Transform& transform : list) most = std::max(most, transform.bytesNeeded);
    return most;
  }
  double leastPart() const {
    double least = 1;
    for (const Transform& transform : list) least = std::min(least, transform.leastPart);
    return least;
  }
};

}  // namespace stepscope
