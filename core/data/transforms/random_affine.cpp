// Rotates, shifts, scales and shears each image by random amounts in one resampling (torchvision RandomAffine with bilinear interpolation).
#include <cmath>

#include "core/data/transforms/affine.h"
#include "core/data/transforms/transform_table.h"

namespace stepscope {
namespace {

AffineChange drawn(const Augmentation& most, const PixelShape& shape, PhiloxStream& random) {
  const auto upTo = [&](double limit) { return limit * (2 * static_cast<double>(random.uniform()) - 1); };
  AffineChange change;
  change.angle = upTo(most.rotation);
  change.translateX = std::round(upTo(most.translate * static_cast<double>(shape.width)));
  change.translateY = std::round(upTo(most.translate * static_cast<double>(shape.height)));
  change.scale = 1 + upTo(most.zoom);
  change.shearX = upTo(most.shear);
  return change;
}

}  // namespace

TransformDef randomAffine() {
  return {false,
          {augmentationKey("data.rotation", 180, &Augmentation::rotation), augmentationKey("data.translate", 0.9, &Augmentation::translate),
           augmentationKey("data.zoom", 0.9, &Augmentation::zoom), augmentationKey("data.shear", 60, &Augmentation::shear)},
          [](const DataSpec& spec, const PixelShape& sample) {
            Transform affine{Transform::When::AfterReading, {}, sample.bytes() * std::int64_t{sizeof(float)}};
            const Augmentation& most = spec.augmentation;
            if (most.rotation == 0 && most.translate == 0 && most.zoom == 0 && most.shear == 0) return affine;
            affine.apply = [most](SampleView& view, PhiloxStream& random) {
              const std::span<float> source = floatsOf(view.memory).first(view.values.size());
              std::copy(view.values.begin(), view.values.end(), source.begin());
              resample(view.sample, source, inverseOf(drawn(most, view.sample, random)), Interpolation::Bilinear, view.outside, view.values);
            };
            return affine;
          }};
}

}  // namespace stepscope
