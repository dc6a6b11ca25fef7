// From 8-bit pixels to the model's f32 input. Pixels are planar (C, H, W), so crop and mirror are row copies, and one pass over memory does crop,
// mirror and normalisation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/data/data_key.h"
#include "core/data/normalization.h"

namespace stepscope {

// data.mean and data.std of the project file; for those not given, the usual values of the kind or the result of `measure` on the training images, as
// data.normalize asks. Throws Error naming data.mean or data.std.
ChannelScale pixelScaleOf(const DataSpec& spec, const ChannelScale& usual, const std::function<ChannelScale()>& measure);

// Exact sums over pixels, so that the result does not depend on order or threads.
class PixelSums {
 public:
  explicit PixelSums(std::size_t channels) : sums_(channels) {}
  void add(std::size_t channel, std::span<const std::uint8_t> pixels);
  void add(const PixelSums& other);
  bool empty() const { return sums_.empty() || sums_[0].count == 0; }
  ChannelScale scale() const;  // needs at least one pixel

 private:
  struct Sums {
    std::uint64_t count = 0, sum = 0, squares = 0;
  };
  std::vector<Sums> sums_;
};

// Keys that all kinds of images have: transforms, and the scaling of pixels.
std::vector<DataKey> pictureKeys();

// Places the planar 8-bit pixels as Placement says and normalises them; padding outside. `out`: shape.bytes() floats.
void placeAndNormalize(const std::uint8_t* planes, const PixelShape& shape, const Placement& placement, const Normalization& normalization,
                       float* out);

// out[i] = in[i] * scale + shift, and the same in reverse order (out[i] = in[count - 1 - i] * scale + shift). Highway, run-time dispatch.
void normalizeRow(const std::uint8_t* in, std::size_t count, float scale, float shift, float* out);
void normalizeRowMirrored(const std::uint8_t* in, std::size_t count, float scale, float shift, float* out);

}  // namespace stepscope
