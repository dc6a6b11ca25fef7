// Erases a random rectangle of an image with a given probability (torchvision RandomErasing): Zhong et al. 2020, Random Erasing Data Augmentation.
#include <cmath>

#include "core/data/transforms/transform_table.h"

namespace stepscope {
namespace {

// torchvision's defaults: the fraction of the image's area, and the ratio of height to width.
constexpr double kLeastArea = 0.02, kMostArea = 0.33, kLeastRatio = 0.3, kMostRatio = 3.3;

void erase(SampleView& view, PhiloxStream& random) {
  constexpr int attempts = 10;
  const PixelShape& shape = view.sample;
  const double area = static_cast<double>(shape.height) * static_cast<double>(shape.width);
  for (int i = 0; i < attempts; ++i) {
    const double part = area * (kLeastArea + (kMostArea - kLeastArea) * static_cast<double>(random.uniform()));
    const double ratio = std::exp(std::log(kLeastRatio) + std::log(kMostRatio / kLeastRatio) * static_cast<double>(random.uniform()));
    const std::int64_t height = std::llround(std::sqrt(part * ratio)), width = std::llround(std::sqrt(part / ratio));
    if (height >= shape.height || width >= shape.width) continue;
    const std::int64_t top = random.below(static_cast<std::uint32_t>(shape.height - height + 1)),
                       left = random.below(static_cast<std::uint32_t>(shape.width - width + 1));
    for (std::int64_t c = 0; c < shape.channels; ++c)
      for (std::int64_t y = top; y < top + height; ++y) {
        float* row = view.values.data() + (c * shape.height + y) * shape.width + left;
        std::fill_n(row, width, 0.0F);  // the mean of the training images
      }
    return;
  }
}

}  // namespace

TransformDef randomErasing() {
  return {false, {augmentationKey("data.erasing", 1, &Augmentation::erasing)}, [](const DataSpec& spec, const PixelShape&) {
            Transform erasing{Transform::When::AfterReading, {}};
            if (const double probability = spec.augmentation.erasing; probability > 0)
              erasing.apply = [probability](SampleView& view, PhiloxStream& random) {
                if (static_cast<double>(random.uniform()) < probability) erase(view, random);
              };
            return erasing;
          }};
}

}  // namespace stepscope
