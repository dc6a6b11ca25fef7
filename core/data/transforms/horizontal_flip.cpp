// Mirrors each image left to right with probability one half (torchvision RandomHorizontalFlip).
#include "core/data/transforms/transform_table.h"

namespace stepscope {

TransformDef horizontalFlip() {
  return {false, {DataKeys::flag("data.flip", &DataSpec::flip)}, [](const DataSpec& spec, const PixelShape&) {
            Transform flip;
            if (spec.flip) flip.apply = [](SampleView& view, PhiloxStream& random) { view.placement.mirrored = random.below(2) == 1; };
            return flip;
          }};
}

}  // namespace stepscope
