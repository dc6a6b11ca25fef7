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

MemoryDataset::MemoryDataset(MemorySamples samples, ChannelScale scale, Augmentation augmentation, std::uint64_t seed)
    : samples_(std::move(samples)), scale_(std::move(scale)), normalization_(normalization(scale_)), augmentation_(augmentation), seed_(seed) {
  info_.classNames = samples_.classNames;
  info_.setFields(samples_.shape.shape());
  // Labels tell one set of equal size from another; a checksum of every pixel would cost a tenth of a second at each start.
  const auto checksum = crc32_z(0, samples_.labels.data(), samples_.labels.size());
  fingerprint_ = fmt::format("{}:{}:{}:{:08x}", samples_.format, toString(samples_.shape.shape()), samples_.labels.size(), checksum);
}

bool MemoryDataset::read(std::int64_t index, std::int64_t epoch, FieldMemory out, const std::atomic<bool>&) const {
  checkRead(index, out);
  if (!out[1].empty()) integersOf(out[1])[0] = samples_.labels[static_cast<std::size_t>(index)];
  if (out[0].empty()) return true;
  PhiloxStream random = sampleRandom(seed_, epoch, index);
  const Placement placement = drawPlacement(augmentation_, random);
  placeAndNormalize(samples_.pixels.data() + index * samples_.shape.bytes(), samples_.shape, placement, normalization_, floatsOf(out[0]).data());
  return true;
}

}  // namespace stepscope
