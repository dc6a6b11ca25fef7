// Changes brightness, contrast, saturation and hue by random amounts, in random order (torchvision ColorJitter).
#include "core/data/transforms/pixel_ops.h"
#include "core/data/transforms/transform_table.h"

namespace stepscope {
namespace {

void jitter(const Augmentation& most, SampleView& view, PhiloxStream& random) {
  int order[] = {0, 1, 2, 3};
  for (std::uint32_t left = 4; left > 1; --left) std::swap(order[left - 1], order[random.below(left)]);
  const auto factor = [&](double range) {
    const double least = std::max(0.0, 1 - range);
    return static_cast<float>(least + (1 + range - least) * static_cast<double>(random.uniform()));
  };
  for (const int op : order) {
    if (op == 0 && most.brightness > 0) adjustBrightness(view.values, factor(most.brightness));
    if (op == 1 && most.contrast > 0) adjustContrast(view.sample, view.values, factor(most.contrast));
    if (op == 2 && most.saturation > 0) adjustSaturation(view.sample, view.values, factor(most.saturation));
    if (op == 3 && most.hue > 0) adjustHue(view.sample, view.values, static_cast<float>(most.hue) * (2 * random.uniform() - 1));
  }
}

}  // namespace

TransformDef colorJitter() {
  return {false,
          {augmentationKey("data.brightness", 10, &Augmentation::brightness), augmentationKey("data.contrast", 10, &Augmentation::contrast),
           augmentationKey("data.saturation", 10, &Augmentation::saturation), augmentationKey("data.hue", 0.5, &Augmentation::hue)},
          [](const DataSpec& spec, const PixelShape&) {
            Transform change{Transform::When::OnPixels, {}};
            const Augmentation& most = spec.augmentation;
            if (most.brightness > 0 || most.contrast > 0 || most.saturation > 0 || most.hue > 0)
              change.apply = [most](SampleView& view, PhiloxStream& random) { jitter(most, view, random); };
            return change;
          }};
}

}  // namespace stepscope
