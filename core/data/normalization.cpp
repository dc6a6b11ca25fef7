#include "core/data/normalization.h"

#include <algorithm>
#include <cmath>

namespace stepscope {

Normalization normalization(const ChannelScale& scale) {
  Normalization result;
  for (std::size_t c = 0; c < scale.mean.size(); ++c) {
    result.scale.push_back(static_cast<float>(1.0 / (255.0 * scale.std[c])));
    const double black = -scale.mean[c] / scale.std[c];
    result.shift.push_back(static_cast<float>(black));
    const bool padsBlack = std::abs(black) <= kFarthestBlack;
    result.padding.push_back(padsBlack ? static_cast<float>(black) : 0.0F);
    result.pixelPadding.push_back(padsBlack ? 0.0F : static_cast<float>(scale.mean[c]));
  }
  return result;
}

void toPixels(const Normalization& normalization, const PixelShape& shape, std::span<float> values) {
  const auto plane = static_cast<std::size_t>(shape.height * shape.width);
  for (std::size_t c = 0; c < static_cast<std::size_t>(shape.channels); ++c) {
    const float factor = 1 / (normalization.scale[c] * 255), shift = normalization.shift[c];
    for (float& value : values.subspan(c * plane, plane)) value = std::clamp((value - shift) * factor, 0.0F, 1.0F);
  }
}

void normalizePixels(const Normalization& normalization, const PixelShape& shape, std::span<float> pixels) {
  const auto plane = static_cast<std::size_t>(shape.height * shape.width);
  for (std::size_t c = 0; c < static_cast<std::size_t>(shape.channels); ++c) {
    const float scale = normalization.scale[c] * 255, shift = normalization.shift[c];
    for (float& pixel : pixels.subspan(c * plane, plane)) pixel = pixel * scale + shift;
  }
}

}  // namespace stepscope
