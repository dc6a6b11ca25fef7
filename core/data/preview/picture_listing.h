// For images that are not in one folder per class: finds a list of their classes, or a command that sorts them into folders.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace stepscope {

// A list of the pictures and their classes, in the folder or beside it; one for training is preferred. Empty: none was found.
std::string listOf(const std::filesystem::path& pictures);
// Whether the names of the pictures directly in the folder contain their classes.
bool namesTellClasses(const std::filesystem::path& pictures);

struct WayOn {
  std::string what, cure, command;
  std::string out = {};  // the folder that the command creates
};
// For pictures beside class folders, such as those for validation: the list of their classes, and the command that copies them into class folders.
std::optional<WayOn> listBeside(const std::filesystem::path& pictures);
// For a folder of class folders: a list in it that gives several classes to the images of one folder.
std::optional<WayOn> otherClassesOf(const std::filesystem::path& folder);

}  // namespace stepscope
