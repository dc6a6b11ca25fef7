// Which files below a folder are pictures. Folders and files that systems make beside one's own are passed over, and a link to a folder is
// followed once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace stepscope {

// What a file's name says it is. Where it has no extension, or one of no known use ("jpg_large", "001"), its first bytes say it.
enum class FileKind { Image, OtherImage, NotImage };  // JPEG or PNG; a picture that is not read; anything else
FileKind imageFileKind(const std::string& file);

// Names that are never looked into: those that begin with a dot, and what servers, archives and desktops leave behind ("@eaDir", "__MACOSX",
// "lost+found").
bool isHiddenName(const std::string& name);

struct PictureFiles {
  std::vector<std::string> files;   // sorted by path
  std::vector<std::string> others;  // pictures in a format that is not read, without a PNG of the same name beside them
  std::vector<std::string> links;   // sentences about links that lead nowhere or back
};

// Every picture below a folder, at any depth. found: called after each with how many there are; it may throw, which ends the search.
// Throws Error (Input) naming a folder that cannot be read.
PictureFiles picturesBelow(const std::string& folder, const std::function<void(std::size_t found)>& each);

// Whether a picture that is read is below the folder, at any depth, among its first `most` entries. What cannot be read is passed over.
bool holdsPicture(const std::filesystem::path& folder, std::size_t most);

// Pictures that are in the folder itself, sorted.
std::vector<std::string> picturesIn(const std::string& folder);

struct SubFolders {
  std::vector<std::string> names;  // sorted by byte value
  std::vector<std::string> links;  // sentences, as above
};
// The folders in a folder, linked ones among them, without hidden ones. Throws Error (Input) naming a folder that cannot be read.
SubFolders subFolders(const std::string& folder);

}  // namespace stepscope
