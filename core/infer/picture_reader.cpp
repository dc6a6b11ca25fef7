#include "core/infer/picture_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "core/base/error.h"
#include "core/data/sample_view.h"

namespace stepscope {
namespace {

Box centred(std::int64_t width, std::int64_t height, const PixelShape& shape) {
  const auto w = static_cast<double>(width), h = static_cast<double>(height);
  const double wanted = static_cast<double>(shape.width) / static_cast<double>(shape.height);
  const double partWidth = std::min(w, h * wanted), partHeight = std::min(h, w / wanted);
  return {(w - partWidth) / 2, (h - partHeight) / 2, partWidth, partHeight};
}

}  // namespace

PictureReader::PictureReader(const Shape& sample, const ChannelScale& scale) {
  if (sample.size() != 3 || (sample[0] != 1 && sample[0] != 3))
    throw Error(ErrorKind::Input, "the model", fmt::format("takes samples of {}, which are no pictures of 1 or 3 channels", toString(sample)),
                "Give samples of that shape");
  const auto channels = static_cast<std::size_t>(sample[0]);
  if (scale.mean.size() != channels || scale.std.size() != channels)
    throw Error(ErrorKind::Input, "data.mean",
                fmt::format("there are {} and {} values of mean and deviation for {} channels", scale.mean.size(), scale.std.size(), channels),
                "Give one of each for every channel: --set data.mean=[...] --set data.std=[...]");
  shape_ = {sample[0], sample[1], sample[2]};
  normalization_ = normalization(scale);
  colours_.resize(static_cast<std::size_t>(3 * shape_.height * shape_.width));
  planes_.resize(static_cast<std::size_t>(shape_.bytes()));
}

void PictureReader::read(const std::string& file, std::span<float> out) {
  const ImageHeader header = inspectImageFile(file, scratch_);
  const std::atomic<bool> stop{false};
  const Box box = centred(header.width, header.height, shape_);
  decodeImageFile(file, header, box, shape_.width, shape_.height, PixelLayout::Planar, colours_.data(), scratch_, stop);
  const std::uint8_t* planes = colours_.data();
  if (shape_.channels == 1) {
    const std::size_t pixels = planes_.size();
    for (std::size_t i = 0; i < pixels; ++i)
      planes_[i] =
          static_cast<std::uint8_t>((colours_[i] * 19595u + colours_[pixels + i] * 38470u + colours_[2 * pixels + i] * 7471u + 0x8000u) >> 16);
    planes = planes_.data();
  }
  placeAndNormalize(planes, shape_, {}, normalization_, out.data());
}

}  // namespace stepscope
