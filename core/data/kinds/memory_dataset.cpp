#include "core/data/kinds/memory_dataset.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/data/draw_parts.h"
#include "core/data/transforms/transform_table.h"

namespace stepscope {
namespace {

constexpr std::uint32_t kSplitStream = 0x3E3020A5u;

MemorySamples samplesOf(const MemorySamples& all, const std::vector<std::size_t>& indices) {
  MemorySamples some;
  some.shape = all.shape;
  some.classNames = all.classNames;
  some.format = all.format;
  const auto bytes = static_cast<std::size_t>(all.shape.bytes());
  some.labels.reserve(indices.size());
  some.pixels.reserve(indices.size() * bytes);
  for (const std::size_t i : indices) {
    some.labels.push_back(all.labels[i]);
    const auto pixels = all.pixels.begin() + static_cast<std::ptrdiff_t>(i * bytes);
    some.pixels.insert(some.pixels.end(), pixels, pixels + static_cast<std::ptrdiff_t>(bytes));
  }
  return some;
}

std::uint32_t checksumOf(const std::vector<std::int32_t>& labels) {
  if (std::any_of(labels.begin(), labels.end(), [](std::int32_t label) { return label > 255; }))
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(labels.data()), labels.size() * sizeof(labels[0])));
  const std::vector<std::uint8_t> bytes(labels.begin(), labels.end());  // one byte per label, as in the fingerprints of older versions
  return static_cast<std::uint32_t>(crc32_z(0, bytes.data(), bytes.size()));
}

}  // namespace

void drawMissingParts(const DataSpec& spec, MemoryParts& parts, bool ownValidation, bool ownTest) {
  const PartShares shares = sharesOf(spec, kSplitStream, ownValidation, ownTest);
  if (shares.validation <= 0 && shares.test <= 0 && shares.limit <= 0) return;
  const DrawnParts drawn = drawParts(parts.train.labels, shares);
  if (const auto held = drawn.samples(Split::Validation); !held.empty()) parts.validation = samplesOf(parts.train, held);
  if (const auto held = drawn.samples(Split::Test); spec.openTest && !held.empty()) parts.test = samplesOf(parts.train, held);
  std::vector<std::string> warnings = std::move(parts.train.warnings);
  parts.train = samplesOf(parts.train, drawn.samples(Split::Train));
  parts.train.warnings = std::move(warnings);
}

DataSplits memorySplits(const DataSpec& spec, MemoryParts parts, const ChannelScale& usual) {
  const ChannelScale pixels = pixelScaleOf(spec, usual, parts.train);
  const auto open = [&](std::optional<MemorySamples>& part) -> std::shared_ptr<const Dataset> {
    return part && !part->labels.empty() ? std::make_shared<MemoryDataset>(std::move(*part), pixels) : nullptr;
  };
  DataSplits splits;
  splits.transforms = openTransforms(spec, parts.train.shape, false);
  splits.validation = open(parts.validation);
  splits.test = open(parts.test);
  splits.train = std::make_shared<MemoryDataset>(std::move(parts.train), pixels);
  return splits;
}

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
  fingerprint_ =
      fmt::format("{}:{}:{}:{:08x}", samples_.format, toString(samples_.shape.shape()), samples_.labels.size(), checksumOf(samples_.labels));
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
