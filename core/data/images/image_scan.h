// Looks through folders of images, a sub-folder a class.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "core/data/images/image.h"
#include "core/data/images/picture_files.h"

namespace stepscope {

struct FoundImage {
  std::string file;
  std::int32_t label = 0;
  ImageHeader header;
};

struct ScannedFolder {
  std::vector<FoundImage> images;     // by class, then by path
  std::vector<std::string> warnings;  // files left out, with the reason
};

// Names of the class folders, sorted by byte value. Throws Error (Input) naming the folder when it is missing or has fewer than two.
std::vector<std::string> findClasses(const std::string& folder);

// Every image below folder/<class>, its header checked by several threads; a file that cannot be read is left out with a warning. A class
// without a folder has no image. Throws Error (Input) when a class folder holds no readable image, or a folder is there that is no class.
// Throws Cancelled soon after `cancel` became true.
ScannedFolder scanImages(const std::string& folder, const std::vector<std::string>& classes, const std::atomic<bool>* cancel = nullptr);

}  // namespace stepscope
