#include "core/data/kinds/synthetic.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/error.h"
#include "core/data/images/pixels.h"

namespace stepscope {

namespace {

constexpr OwnInteger kClasses{"data.classes", 0, 0, 1'000'000};  // 0: the default of ten

class SyntheticDataset : public Dataset {
 public:
  // `first`: number of the first sample of this part, so that the parts have different samples.
  SyntheticDataset(const PixelShape& shape, std::int64_t classes, std::int64_t count, std::int64_t first, std::uint64_t seed)
      : shape_(shape), count_(count), first_(first), seed_(seed) {
    for (std::int64_t c = 0; c < classes; ++c) info_.classNames.push_back(fmt::format("class {}", c));
    info_.setFields(shape.shape());
  }

  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return count_; }

  bool read(std::int64_t index, std::int64_t, FieldMemory out, const std::atomic<bool>&) const override {
    checkRead(index, out);
    if (!out[1].empty()) integersOf(out[1])[0] = static_cast<std::int32_t>(classOf(index));
    if (out[0].empty()) return true;
    PhiloxStream ofClass(seed_, static_cast<std::uint64_t>(classOf(index)), kClassStream);
    PhiloxStream noise(seed_, static_cast<std::uint64_t>(first_ + index), kNoiseStream);
    float* row = floatsOf(out[0]).data();
    for (std::int64_t c = 0; c < shape_.channels; ++c) {
      const float level = 2 * ofClass.uniform() - 1, slopeX = 2 * ofClass.uniform() - 1, slopeY = 2 * ofClass.uniform() - 1;
      for (std::int64_t y = 0; y < shape_.height; ++y, row += shape_.width) {
        const float base = 0.5f * level + slopeY * (static_cast<float>(y) / static_cast<float>(shape_.height) - 0.5f);
        for (std::int64_t x = 0; x < shape_.width; ++x) {
          row[x] = base + slopeX * (static_cast<float>(x) / static_cast<float>(shape_.width) - 0.5f) + 2 * noise.uniform() - 1;
        }
      }
    }
    return true;
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::string fingerprint() const override { return fmt::format("synthetic:{}:{}:{}", toString(shape_.shape()), info_.classNames.size(), count_); }

 private:
  std::int64_t classOf(std::int64_t index) const { return index % static_cast<std::int64_t>(info_.classNames.size()); }

  static constexpr std::uint32_t kClassStream = 0xC1A55000u, kNoiseStream = 0x0015E000u;
  PixelShape shape_;
  std::int64_t count_, first_;
  std::uint64_t seed_;
  SampleInfo info_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::vector<DataKey> syntheticKeys() {
  return {imageSizeKey(), DataKeys::real("data.mean", -1e6, false, 1e6, false, &DataSpec::mean), countKey(), kClasses.asKey()};
}

DataSplits openSynthetic(const DataSpec& spec) {
  const std::int64_t size = spec.imageSize > 0 ? spec.imageSize : 32;
  const std::int64_t classes = kClasses.of(spec) > 0 ? kClasses.of(spec) : 10;
  const std::int64_t count = spec.count > 0 ? spec.count : 1024;
  if (size > 4096) throw Error(ErrorKind::Input, "data.image_size", fmt::format("is {}, which is too large", size), "Give 1 to 4096");
  if (classes < 2) throw Error(ErrorKind::Input, "data.classes", "is 1, but a classifier needs two classes", "Give 2 or more");
  const std::int64_t channels = spec.mean.empty() ? 3 : static_cast<std::int64_t>(spec.mean.size());
  const PixelShape shape{channels, size, size};
  const auto held = static_cast<std::int64_t>(std::llround(static_cast<double>(count) * spec.validationSplit));
  DataSplits splits;
  splits.train = std::make_shared<SyntheticDataset>(shape, classes, count, 0, spec.seed);
  if (held > 0) splits.validation = std::make_shared<SyntheticDataset>(shape, classes, held, count, spec.seed);
  return splits;
}

}  // namespace stepscope
