// Reads a picture file of any size as the input of a model.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/data/dataset.h"
#include "core/data/images/image_file.h"
#include "core/data/images/pixels.h"

namespace stepscope {

class PictureReader {
 public:
  // `sample`: {C, H, W} with C = 1 or 3. `scale`: of its channels. Throws Error (Input) for another shape or number of channels.
  PictureReader(const Shape& sample, const ChannelScale& scale);

  // The largest centred part with the proportions of a sample is resized to it (antialiased bilinear); for one channel colours become grey as in
  // ITU-R 601 (Pillow's convert("L")); then (value / 255 - mean) / deviation. `out`: C * H * W floats. Throws Error (Input) naming the file.
  void read(const std::string& file, std::span<float> out);

 private:
  PixelShape shape_;
  Normalization normalization_;
  DecodeScratch scratch_;
  std::vector<std::uint8_t> colours_, planes_;
};

}  // namespace stepscope
