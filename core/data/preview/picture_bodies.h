// The bodies of pictures: decoded, because a header says nothing of them. A seeded sample, or all.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/data/images/image_scan.h"
#include "core/data/preview/preview_parts.h"

namespace stepscope {

inline constexpr std::int64_t kSampledBodies = 200;

// A picture as 16 x 16 grey means: the same for one that was saved again in another quality, format or size.
struct PictureLook {
  static constexpr std::int64_t kSide = 16;
  std::array<std::uint8_t, static_cast<std::size_t>(kSide* kSide)> grey{};
  int mean = -1;  // of all; -1: it was not looked at, or has nothing in it to tell it by
};
// Whether two pictures can hardly be told apart, though their pixels are not equal.
bool nearlyEqual(const PictureLook& a, const PictureLook& b);

struct PictureBody {
  FoundImage image;
  bool validation = false;
  // What is found.
  bool decoded = false;
  std::string problem = {};    // of the whole picture; empty: sound
  bool stopsTraining = false;  // it is broken in what training reads of it
  std::uint64_t pixels = 0;    // a checksum of a picture that was decoded whole at its own size
  PictureLook look = {};       // of the same
};

// Decodes all of them, or kSampledBodies. Tells preview.doing as it goes; ends early when it is cancelled.
void decodeBodies(std::vector<PictureBody>& bodies, bool whole, DataPreview& preview, PreviewProgress& progress);

// What is to be said of those that are broken: a warning, or that training would stop. shown: how a file is named.
void judgeBodies(const std::vector<PictureBody>& bodies, bool whole, const std::function<std::string(const std::string&)>& shown,
                 DataPreview& preview);

}  // namespace stepscope
