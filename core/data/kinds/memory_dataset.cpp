#include "core/data/kinds/memory_dataset.h"

#include <fmt/format.h>
#include <zlib.h>

#include "core/base/error.h"

namespace stepscope {

ChannelScale pixelScaleOf(const DataSpec& spec, const ChannelScale& usual, const MemorySamples& train) {
  return pixelScaleOf(spec, usual, [&] {
    const auto plane = static_cast<std::size_t>(train.shape.height * train.shape.width);
    const auto channels = static_cast<std::size_t>(train.shape.channels);
    PixelSums sums(channels);
    for (std::size_t at = 0; at < train.pixels.size(); at += plane) sums.add(at / plane % channels, std::span(train.pixels).subspan(at, plane));
    return sums.empty() ? usual : sums.scale();
  });
}

MemoryDataset::MemoryDataset(MemorySamples samples, ChannelScale scale)
    : samples_(std::move(samples)), scale_(std::move(scale)), normalization_(normalization(scale_)) {
  info_.classNames = samples_.classNames;
  info_.setFields(samples_.shape.shape());
  // Labels are enough to distinguish sets of equal size; a checksum of all pixels would take a tenth of a second at each start.
  const auto checksum = crc32_z(0, samples_.labels.data(), samples_.labels.size());
  fingerprint_ = fmt::format("{}:{}:{}:{:08x}", samples_.format, toString(samples_.shape.shape()), samples_.labels.size(), checksum);
}

SampleView MemoryDataset::viewOf(std::int64_t) const {
  const PixelShape& shape = samples_.shape;
  return {shape, shape, {0, 0, static_cast<double>(shape.width), static_cast<double>(shape.height)}, {}, {}, {}};
}

bool MemoryDataset::readPixels(std::int64_t index, const SampleView& view, std::span<float> out, const std::atomic<bool>&) const {
  placeAndNormalize(samples_.pixels.data() + index * samples_.shape.bytes(), samples_.shape, view.placement, normalization_, out.data());
  return true;
}

}  // namespace stepscope
