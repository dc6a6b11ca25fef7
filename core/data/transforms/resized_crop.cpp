// A random part of an image, resized to the sample (torchvision RandomResizedCrop).
#include <fmt/format.h>

#include <cmath>

#include "core/data/transforms/transform_table.h"

namespace stepscope {
namespace {

// A part of at least minShare of the image's area, with an aspect ratio from 3/4 to 4/3.
Box drawCrop(std::int64_t width, std::int64_t height, double minShare, PhiloxStream& random) {
  constexpr int attempts = 10;
  const double area = static_cast<double>(width) * static_cast<double>(height);
  const double lowest = std::log(3.0 / 4), highest = std::log(4.0 / 3);
  for (int i = 0; i < attempts; ++i) {
    const double part = area * (minShare + (1 - minShare) * random.uniform());
    const double aspect = std::exp(lowest + (highest - lowest) * random.uniform());
    const std::int64_t cropWidth = std::llround(std::sqrt(part * aspect)), cropHeight = std::llround(std::sqrt(part / aspect));
    if (cropWidth < 1 || cropHeight < 1 || cropWidth > width || cropHeight > height) continue;
    const std::uint32_t y = random.below(static_cast<std::uint32_t>(height - cropHeight + 1)),
                        x = random.below(static_cast<std::uint32_t>(width - cropWidth + 1));
    return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(cropWidth), static_cast<double>(cropHeight)};
  }
  // An image much longer than wide: the largest centred part with an allowed aspect ratio.
  const auto w = static_cast<double>(width), h = static_cast<double>(height);
  const double cropWidth = std::min(w, h * 4 / 3), cropHeight = std::min(h, w * 4 / 3);
  return {(w - cropWidth) / 2, (h - cropHeight) / 2, cropWidth, cropHeight};
}

Transform open(const DataSpec& spec, const PixelShape&) {
  const double share = spec.cropScale;
  if (!(share > 0 && share <= 1))
    throw Error(ErrorKind::Input, "data.crop_scale", fmt::format("is {}", share), "Give a fraction of the image's area, above 0 and at most 1");
  Transform crop;
  if (share == 1) return crop;
  crop.apply = [share](SampleView& view, PhiloxStream& random) { view.part = drawCrop(view.picture.width, view.picture.height, share, random); };
  crop.leastPart = share;
  return crop;
}

}  // namespace

TransformDef resizedCrop() {
  return {true, {DataKeys::real("data.crop_scale", 0, true, 1, false, &DataSpec::cropScale)}, open};
}

}  // namespace stepscope
