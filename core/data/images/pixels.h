// From 8-bit pixels to the f32 a model reads. Pixels are planar (C, H, W), so a crop and a mirror are row copies and one pass
// over memory does crop, mirror and normalisation together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

// (pixel / 255 - mean) / std, written as pixel * scale + shift; one entry a channel.
struct Normalization {
  std::vector<float> scale, shift;
  std::vector<float> padding;  // what stands outside a picture, as a model reads it
};

// Deviations from the mean beyond which black is no padding. In pictures of nearly one colour black would be a hundred of them away, and such
// a pixel outweighs all others; there it is the mean.
inline constexpr double kFarthestBlack = 8;

Normalization normalization(const ChannelScale& scale);

// What the project file gives, and else what it asks for: the kind's usual values or what `measure` finds in the pictures for training.
// Throws Error naming data.mean or data.std.
ChannelScale pixelScaleOf(const DataSpec& spec, const ChannelScale& usual, const std::function<ChannelScale()>& measure);

// Sums over pixels, exact, so that neither order nor threads change what comes of them.
class PixelSums {
 public:
  explicit PixelSums(std::size_t channels) : sums_(channels) {}
  void add(std::size_t channel, std::span<const std::uint8_t> pixels);
  void add(const PixelSums& other);
  bool empty() const { return sums_.empty() || sums_[0].count == 0; }
  ChannelScale scale() const;  // needs pixels

 private:
  struct Sums {
    std::uint64_t count = 0, sum = 0, squares = 0;
  };
  std::vector<Sums> sums_;
};

// Keys that every kind of pictures has: its transforms, and how pixels are scaled.
std::vector<DataKey> pictureKeys();

// out: shape.bytes() floats.
void placeAndNormalize(const std::uint8_t* planes, const PixelShape& shape, const Placement& placement, const Normalization& normalization,
                       float* out);

// out[i] = in[i] * scale + shift, and the same read backwards (out[i] = in[count - 1 - i] * scale + shift). Highway, run-time dispatch.
void normalizeRow(const std::uint8_t* in, std::size_t count, float scale, float shift, float* out);
void normalizeRowMirrored(const std::uint8_t* in, std::size_t count, float scale, float shift, float* out);

}  // namespace stepscope
