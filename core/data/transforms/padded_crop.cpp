// Crops a window of the original size after padding with black (Normalization::padding) on every side (torchvision RandomCrop).
#include <fmt/format.h>

#include "core/data/transforms/transform_table.h"

namespace stepscope {
namespace {

Transform open(const DataSpec& spec, const PixelShape& sample) {
  const std::int64_t pixels = spec.cropPadding, limit = std::min(sample.height, sample.width);
  if (pixels < 0 || pixels >= limit) {
    throw Error(ErrorKind::Input, "data.crop_padding",
                fmt::format("is {}, but the images are {} pixels wide and {} high", pixels, sample.width, sample.height),
                fmt::format("Give 0 to {}", limit - 1));
  }
  Transform crop;
  if (pixels == 0) return crop;
  crop.apply = [pixels](SampleView& view, PhiloxStream& random) {
    const auto positions = static_cast<std::uint32_t>(2 * pixels + 1);
    view.placement.dy = static_cast<std::int64_t>(random.below(positions)) - pixels;
    view.placement.dx = static_cast<std::int64_t>(random.below(positions)) - pixels;
  };
  return crop;
}

}  // namespace

TransformDef paddedCrop() {
  return {false, {DataKeys::integer("data.crop_padding", 0, 256, &DataSpec::cropPadding)}, open};
}

}  // namespace stepscope
