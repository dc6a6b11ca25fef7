// Makes an image grey with a given probability (torchvision RandomGrayscale).
#include "core/data/transforms/pixel_ops.h"
#include "core/data/transforms/transform_table.h"

namespace stepscope {

TransformDef randomGrayscale() {
  return {false, {augmentationKey("data.grayscale", 1, &Augmentation::grayscale)}, [](const DataSpec& spec, const PixelShape&) {
            Transform grey{Transform::When::OnPixels, {}};
            if (const double probability = spec.augmentation.grayscale; probability > 0)
              grey.apply = [probability](SampleView& view, PhiloxStream& random) {
                if (static_cast<double>(random.uniform()) < probability) toGrayscale(view.sample, view.values);
              };
            return grey;
          }};
}

}  // namespace stepscope
