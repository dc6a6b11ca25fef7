#include "core/data/memory_dataset.h"

#include <fmt/format.h>
#include <zlib.h>

#include "core/base/error.h"

namespace stepscope {

MemoryDataset::MemoryDataset(MemorySamples samples, Normalization normalization, Augmentation augmentation, std::uint64_t seed)
    : samples_(std::move(samples)), normalization_(std::move(normalization)), augmentation_(augmentation), seed_(seed) {
  info_.shape = samples_.shape.shape();
  info_.classNames = samples_.classNames;
  // Labels tell one set of equal size from another; a checksum of every pixel would cost a tenth of a second at each start.
  const auto checksum = crc32_z(0, samples_.labels.data(), samples_.labels.size());
  fingerprint_ = fmt::format("{}:{}:{}:{:08x}", samples_.format, toString(info_.shape), samples_.labels.size(), checksum);
}

void MemoryDataset::read(std::int64_t index, std::int64_t epoch, std::span<std::byte> out) const {
  require(index >= 0 && index < size() && static_cast<std::int64_t>(out.size()) == info_.sampleBytes(), "a sample is read out of range");
  PhiloxStream random = sampleRandom(seed_, epoch, index);
  const Placement placement = drawPlacement(augmentation_, random);
  placeAndNormalize(samples_.pixels.data() + index * samples_.shape.bytes(), samples_.shape, placement, normalization_,
                    floatsOf(out).data());
}

}  // namespace stepscope
