// Looks through folders of images, a sub-folder a class.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "core/data/images/image.h"

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

// What a file's name says it is.
enum class FileKind { Image, OtherImage, NotImage };  // JPEG or PNG; a picture that is not read; anything else
FileKind imageFileKind(const std::string& file);
// Names that are never looked into: ".git", "__MACOSX".
bool isHiddenName(const std::string& name);

// Names of the class folders, sorted by byte value. Throws Error (Input) naming the folder when it is missing or has fewer than two.
std::vector<std::string> findClasses(const std::string& folder);

// Every image below folder/<class>, its header checked by several threads; a file that cannot be read is left out with a warning. A class
// without a folder has no image. Throws Error (Input) when a class folder holds no readable image, or a folder is there that is no class.
// Throws Cancelled soon after `cancel` became true.
ScannedFolder scanImages(const std::string& folder, const std::vector<std::string>& classes, const std::atomic<bool>* cancel = nullptr);

}  // namespace stepscope
