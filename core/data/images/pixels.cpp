#include "core/data/images/pixels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/data/transforms/transform_table.h"

namespace stepscope {

namespace {

// One value is used for every channel; otherwise there is one per channel.
std::vector<double> perChannel(const std::vector<double>& given, const std::vector<double>& usual, const char* key) {
  if (given.empty()) return usual;
  if (given.size() == 1) return std::vector<double>(usual.size(), given[0]);
  if (given.size() != usual.size()) {
    throw Error(ErrorKind::Input, key, fmt::format("has {} values, but the images have {} channels", given.size(), usual.size()),
                fmt::format("Give {} values, or leave the key out to have it measured", usual.size()));
  }
  return given;
}

}  // namespace

ChannelScale pixelScaleOf(const DataSpec& spec, const ChannelScale& usual, const std::function<ChannelScale()>& measure) {
  for (const double mean : spec.mean)
    if (!std::isfinite(mean)) throw Error(ErrorKind::Input, "data.mean", "is not a finite number", "Give means of pixels in [0, 1]");
  for (const double deviation : spec.std)
    if (!std::isfinite(deviation) || deviation <= 0)
      throw Error(ErrorKind::Input, "data.std", "must be above zero", "Give standard deviations of pixels in [0, 1]");
  perChannel(spec.mean, usual.mean, "data.mean");
  perChannel(spec.std, usual.std, "data.std");
  const bool given = !spec.mean.empty() && !spec.std.empty();
  const ChannelScale otherwise = given || spec.normalize != "measured" ? usual : measure();
  return {perChannel(spec.mean, otherwise.mean, "data.mean"), perChannel(spec.std, otherwise.std, "data.std")};
}

void PixelSums::add(std::size_t channel, std::span<const std::uint8_t> pixels) {
  constexpr std::size_t kPart = std::size_t{1} << 16;  // this many squares fit in 32 bits
  Sums& sums = sums_[channel];
  sums.count += pixels.size();
  for (std::size_t begin = 0; begin < pixels.size(); begin += kPart) {
    std::uint32_t sum = 0, squares = 0;
    for (const std::uint32_t pixel : pixels.subspan(begin, std::min(kPart, pixels.size() - begin))) {
      sum += pixel;
      squares += pixel * pixel;
    }
    sums.sum += sum;
    sums.squares += squares;
  }
}

void PixelSums::add(const PixelSums& other) {
  for (std::size_t c = 0; c < sums_.size(); ++c) {
    sums_[c].count += other.sums_[c].count;
    sums_[c].sum += other.sums_[c].sum;
    sums_[c].squares += other.sums_[c].squares;
  }
}

ChannelScale PixelSums::scale() const {
  constexpr double kLeast = 1.0 / 255;  // the least deviation, for images of a single colour
  ChannelScale scale;
  for (const Sums& sums : sums_) {
    const double count = static_cast<double>(sums.count), mean = static_cast<double>(sums.sum) / count;
    const double variance = std::max(0.0, static_cast<double>(sums.squares) / count - mean * mean);
    scale.mean.push_back(mean / 255);
    scale.std.push_back(std::max(kLeast, std::sqrt(variance) / 255));
  }
  return scale;
}

std::vector<DataKey> pictureKeys() {
  std::vector<DataKey> keys = transformKeys(false);
  keys.push_back(DataKeys::real("data.mean", -1e6, false, 1e6, false, &DataSpec::mean));
  keys.push_back(DataKeys::real("data.std", 0, true, 1e6, false, &DataSpec::std));
  keys.push_back(DataKeys::choice("data.normalize", {"measured", "usual"}, &DataSpec::normalize));
  return keys;
}

void placeAndNormalize(const std::uint8_t* planes, const PixelShape& shape, const Placement& placement, const Normalization& normalization,
                       float* out) {
  const std::int64_t height = shape.height, width = shape.width, plane = height * width;
  const bool shifted = placement.dx != 0 || placement.dy != 0;
  for (std::int64_t c = 0; c < shape.channels; ++c) {
    const float scale = normalization.scale[static_cast<std::size_t>(c)], shift = normalization.shift[static_cast<std::size_t>(c)];
    const float outside = normalization.padding[static_cast<std::size_t>(c)];
    const std::uint8_t* source = planes + c * plane;
    float* target = out + c * plane;
    if (!shifted && !placement.mirrored) {  // the whole plane is one row
      normalizeRow(source, static_cast<std::size_t>(plane), scale, shift, target);
      continue;
    }
    const std::int64_t from = std::max<std::int64_t>(0, -placement.dx), to = std::min(width, width - placement.dx);  // columns inside the source
    for (std::int64_t y = 0; y < height; ++y) {
      float* row = target + y * width;
      const std::int64_t sourceY = y + placement.dy;
      if (sourceY < 0 || sourceY >= height) {
        std::fill_n(row, width, outside);
        continue;
      }
      const std::uint8_t* in = source + sourceY * width + from + placement.dx;
      if (placement.mirrored) {
        std::fill_n(row, width - to, outside);
        normalizeRowMirrored(in, static_cast<std::size_t>(to - from), scale, shift, row + (width - to));
        std::fill_n(row + (width - from), from, outside);
      } else {
        std::fill_n(row, from, outside);
        normalizeRow(in, static_cast<std::size_t>(to - from), scale, shift, row + from);
        std::fill_n(row + to, width - to, outside);
      }
    }
  }
}

}  // namespace stepscope
