// Pictures that are together instead of in a folder for each class: what tells their classes, and how to lay them out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace stepscope {

struct WayOn {
  std::string what, cure, command;
  std::string out = {};  // the folder that the command makes
};

// A table beside the pictures that lists them with their classes, or names that begin with the class. Nothing: neither.
std::optional<WayOn> wayOnOf(const std::filesystem::path& pictures);
// The table alone.
std::optional<WayOn> listBeside(const std::filesystem::path& pictures);
// For a folder of class folders: a list in it that gives the pictures of one folder several classes.
std::optional<WayOn> otherClassesOf(const std::filesystem::path& folder);

}  // namespace stepscope
