// For images that are not in one folder per class: finds a list of their classes, and a command that sorts them into folders.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace stepscope {

struct WayOn {
  std::string what, cure, command;
  std::string out = {};  // the folder that the command creates
};

// Looks for a table beside the images that lists their classes, or for names that begin with the class. Nothing: neither was found.
std::optional<WayOn> wayOnOf(const std::filesystem::path& pictures);
// Looks only for the table.
std::optional<WayOn> listBeside(const std::filesystem::path& pictures);
// For a folder of class folders: a list in it that gives several classes to the images of one folder.
std::optional<WayOn> otherClassesOf(const std::filesystem::path& folder);

}  // namespace stepscope
