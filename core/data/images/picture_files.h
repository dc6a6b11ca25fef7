// Finds the image files below a folder. Files and folders that systems create are skipped, and a link to a folder is followed
// once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace stepscope {

// The kind of a file by its name. Without an extension, or with a meaningless one ("jpg_large", "001"), its first bytes decide.
enum class FileKind { Image, OtherImage, NotImage };  // in a format of image_codecs.h; in another format of images; anything else
FileKind imageFileKind(const std::string& file);

// Names that are always skipped: those that begin with a dot, and those that servers, archives and desktops create ("@eaDir", "__MACOSX",
// "lost+found").
bool isHiddenName(const std::string& name);

struct PictureFiles {
  std::vector<std::string> files;   // sorted by path
  std::vector<std::string> others;  // images in an unsupported format, without a PNG of the same name beside them
  std::vector<std::string> links;   // sentences about broken and circular links
};

// Every image below a folder, at any depth. Calls each(count so far) after each one; it may throw, which ends the search. Throws Error (Input) naming
// a folder that cannot be read.
PictureFiles picturesBelow(const std::string& folder, const std::function<void(std::size_t found)>& each);

// Whether a supported image is below the folder, at any depth, among its first `most` entries. Unreadable entries are skipped.
bool holdsPicture(const std::filesystem::path& folder, std::size_t most);

// Images directly in the folder, sorted.
std::vector<std::string> picturesIn(const std::string& folder);

struct SubFolders {
  std::vector<std::string> names;  // sorted by byte value
  std::vector<std::string> links;  // sentences, as above
};
// The sub-folders of a folder, including links, without hidden ones. Throws Error (Input) naming a folder that cannot be read.
SubFolders subFolders(const std::string& folder);

}  // namespace stepscope
