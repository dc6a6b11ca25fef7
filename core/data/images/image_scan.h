// Scans folders of images with one sub-folder per class.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "core/data/images/image.h"
#include "core/data/images/image_part.h"
#include "core/data/images/picture_files.h"

namespace stepscope {

struct FoundImage {
  std::string file;
  std::int32_t label = 0;
  ImageHeader header;
  ImagePart source = {};
};

struct ScannedFolder {
  std::vector<FoundImage> images;     // by class, then by path
  std::vector<std::string> warnings;  // files left out, with the reason
};

// Names of the class folders, sorted by byte value. Throws Error (Input) naming the folder if it is missing or has fewer than two.
std::vector<std::string> findClasses(const std::string& folder);

// Every image below folder/<class>, with headers checked by several threads; an unreadable file is left out with a warning. A class without a folder
// has no images. Throws Error (Input) if a class folder has no readable image, or if there is a folder that is not a class. Throws Cancelled soon
// after `cancel` became true.
ScannedFolder scanImages(const std::string& folder, const std::vector<std::string>& classes, const std::atomic<bool>* cancel = nullptr);

// Known images, their headers checked in the same way: unreadable ones become warnings.
ScannedFolder inspectImages(std::vector<FoundImage> images, const std::atomic<bool>* cancel = nullptr);

}  // namespace stepscope
