#include "core/data/images/pixels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace stepscope {

namespace {

// One value serves every channel; otherwise one value a channel.
std::vector<double> perChannel(const std::vector<double>& given, const std::vector<double>& usual, const char* key) {
  if (given.empty()) return usual;
  if (given.size() == 1) return std::vector<double>(usual.size(), given[0]);
  if (given.size() != usual.size()) {
    throw Error(ErrorKind::Input, key, fmt::format("has {} values, but the images have {} channels", given.size(), usual.size()),
                fmt::format("Give {} values, or leave the key out for the usual ones", usual.size()));
  }
  return given;
}

}  // namespace

Normalization normalization(const DataSpec& spec, const std::vector<double>& usualMean, const std::vector<double>& usualStd) {
  const std::vector<double> mean = perChannel(spec.mean, usualMean, "data.mean");
  const std::vector<double> std = perChannel(spec.std, usualStd, "data.std");
  Normalization result;
  for (std::size_t c = 0; c < mean.size(); ++c) {
    if (!std::isfinite(mean[c])) throw Error(ErrorKind::Input, "data.mean", "is not a finite number", "Give means of pixels in [0, 1]");
    if (!std::isfinite(std[c]) || std[c] <= 0)
      throw Error(ErrorKind::Input, "data.std", "must be above zero", "Give standard deviations of pixels in [0, 1]");
    result.scale.push_back(static_cast<float>(1.0 / (255.0 * std[c])));
    result.shift.push_back(static_cast<float>(-mean[c] / std[c]));
  }
  return result;
}

Augmentation augmentation(const DataSpec& spec, const PixelShape& shape) {
  const std::int64_t limit = std::min(shape.height, shape.width);
  if (spec.cropPadding < 0 || spec.cropPadding >= limit) {
    throw Error(ErrorKind::Input, "data.crop_padding",
                fmt::format("is {}, but the images are {} pixels wide and {} high", spec.cropPadding, shape.width, shape.height),
                fmt::format("Give 0 to {}", limit - 1));
  }
  return {spec.flip, spec.cropPadding};
}

Placement drawPlacement(const Augmentation& augmentation, PhiloxStream& random) {
  Placement placement;
  if (augmentation.cropPadding > 0) {
    const auto positions = static_cast<std::uint32_t>(2 * augmentation.cropPadding + 1);
    placement.dy = static_cast<std::int64_t>(random.below(positions)) - augmentation.cropPadding;
    placement.dx = static_cast<std::int64_t>(random.below(positions)) - augmentation.cropPadding;
  }
  if (augmentation.flip) placement.mirrored = random.below(2) == 1;
  return placement;
}

void placeAndNormalize(const std::uint8_t* planes, const PixelShape& shape, const Placement& placement, const Normalization& normalization,
                       float* out) {
  const std::int64_t height = shape.height, width = shape.width, plane = height * width;
  const bool shifted = placement.dx != 0 || placement.dy != 0;
  for (std::int64_t c = 0; c < shape.channels; ++c) {
    const float scale = normalization.scale[static_cast<std::size_t>(c)], shift = normalization.shift[static_cast<std::size_t>(c)];
    const std::uint8_t* source = planes + c * plane;
    float* target = out + c * plane;
    if (!shifted && !placement.mirrored) {  // the whole plane is one row
      normalizeRow(source, static_cast<std::size_t>(plane), scale, shift, target);
      continue;
    }
    const std::int64_t from = std::max<std::int64_t>(0, -placement.dx),
                       to = std::min(width, width - placement.dx);  // columns inside the source
    for (std::int64_t y = 0; y < height; ++y) {
      float* row = target + y * width;
      const std::int64_t sourceY = y + placement.dy;
      if (sourceY < 0 || sourceY >= height) {
        std::fill_n(row, width, shift);  // black
        continue;
      }
      const std::uint8_t* in = source + sourceY * width + from + placement.dx;
      if (placement.mirrored) {
        std::fill_n(row, width - to, shift);
        normalizeRowMirrored(in, static_cast<std::size_t>(to - from), scale, shift, row + (width - to));
        std::fill_n(row + (width - from), from, shift);
      } else {
        std::fill_n(row, from, shift);
        normalizeRow(in, static_cast<std::size_t>(to - from), scale, shift, row + from);
        std::fill_n(row + to, width - to, shift);
      }
    }
  }
}

}  // namespace stepscope
