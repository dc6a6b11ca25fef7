// A picture of a data set on its way to a model, and what is done to it on the way while training.
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

// A part of an image; need not be on whole pixels.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

// Where the output window is: output pixel (y, x) is source pixel (y + dy, x + dx); outside the source is padding. Then it is mirrored.
struct Placement {
  std::int64_t dx = 0, dy = 0;
  bool mirrored = false;
};

struct SampleView {
  PixelShape picture;   // upright, as its file has it
  PixelShape sample;    // what the model reads
  Box part;             // of the picture: it is resized to the sample
  Placement placement;  // of the sample, over the resized part
  // From here on once the pixels were read.
  std::span<float> values;      // of the sample, (pixel - mean) / std, planar
  std::span<std::byte> memory;  // at least Transform::bytesNeeded, with nothing of use in it
};

// One change of the samples of training. It draws from the stream that it is given, and from nothing else.
struct Transform {
  enum class When : std::uint8_t {
    BeforeReading,  // it says which part of the picture is read, and where that is placed
    AfterReading,   // it changes the values
  } when = When::BeforeReading;
  std::function<void(SampleView&, PhiloxStream&)> apply;
  std::int64_t bytesNeeded = 0;  // of work memory, while it changes a sample
  double leastPart = 1;          // the least share of a picture's area that it makes a sample of
};

// What a data set's samples for training go through, in this order. Each sample draws from the stream of (seed, epoch, its index) alone.
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
