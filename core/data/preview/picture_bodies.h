// Decodes images, because a header does not show damage: a seeded sample, or all.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/data/images/image_scan.h"
#include "core/data/preview/preview_parts.h"

namespace stepscope {

inline constexpr std::int64_t kSampledBodies = 200;

// An image as 16 x 16 grey means: nearly the same if it was saved again in another quality, format or size.
struct PictureLook {
  static constexpr std::int64_t kSide = 16;
  std::array<std::uint8_t, static_cast<std::size_t>(kSide* kSide)> grey{};
  int mean = -1;  // over all pixels; -1: not decoded, or nearly one colour
};
// Whether two images look almost the same although their pixels are not equal.
bool nearlyEqual(const PictureLook& a, const PictureLook& b);

struct PictureBody {
  FoundImage image;
  Split part = Split::Train;
  // The results.
  bool decoded = false;
  std::string problem = {};    // why the whole image cannot be decoded; empty: no problem
  bool stopsTraining = false;  // the part that training reads is damaged
  std::uint64_t pixels = 0;    // a checksum, if the whole image was decoded at its own size
  PictureLook look = {};       // of that decoding
};

// Decodes all of them, or kSampledBodies. Updates preview.doing; ends early if it is cancelled.
void decodeBodies(std::vector<PictureBody>& bodies, bool whole, DataPreview& preview, PreviewProgress& progress);

// Reports damaged images: a warning, or that training would stop. `shown` returns the name by which the user knows a file.
void judgeBodies(const std::vector<PictureBody>& bodies, bool whole, const std::function<std::string(const std::string&)>& shown,
                 DataPreview& preview);

}  // namespace stepscope
