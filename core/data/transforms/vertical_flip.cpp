// Turns each image upside down with probability one half (torchvision RandomVerticalFlip).
#include "core/data/transforms/transform_table.h"

namespace stepscope {
namespace {

void turn(SampleView& view) {
  const PixelShape& shape = view.sample;
  for (std::int64_t c = 0; c < shape.channels; ++c)
    for (std::int64_t y = 0; y < shape.height / 2; ++y) {
      float* upper = view.values.data() + (c * shape.height + y) * shape.width;
      std::swap_ranges(upper, upper + shape.width, view.values.data() + (c * shape.height + shape.height - 1 - y) * shape.width);
    }
}

}  // namespace

TransformDef verticalFlip() {
  return {false, {augmentationKey("data.flip_vertical", &Augmentation::flipVertical)}, [](const DataSpec& spec, const PixelShape&) {
            Transform flip{Transform::When::AfterReading, {}};
            if (spec.augmentation.flipVertical)
              flip.apply = [](SampleView& view, PhiloxStream& random) {
                if (random.below(2) == 1) turn(view);
              };
            return flip;
          }};
}

}  // namespace stepscope
