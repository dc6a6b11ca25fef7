// The bodies of pictures: decoded, because a header says nothing of them. A seeded sample, or all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/images/image_scan.h"
#include "core/data/preview/preview_parts.h"

namespace stepscope {

inline constexpr std::int64_t kSampledBodies = 200;

struct PictureBody {
  FoundImage image;
  bool validation = false;
  // What is found.
  bool decoded = false;
  std::string problem = {};     // of the whole picture; empty: sound
  bool stopsTraining = false;   // it is broken in what training reads of it
  std::uint64_t pixels = 0;     // a checksum of a picture that was decoded whole at its own size
};

// Decodes all of them, or kSampledBodies. Tells preview.doing as it goes; ends early when it is cancelled.
void decodeBodies(std::vector<PictureBody>& bodies, bool whole, DataPreview& preview, PreviewProgress& progress);

// What is to be said of those that are broken: a warning, or that training would stop. shown: how a file is named.
void judgeBodies(const std::vector<PictureBody>& bodies, bool whole, const std::function<std::string(const std::string&)>& shown,
                 DataPreview& preview);

}  // namespace stepscope
