// Pictures that lie together instead of in a folder for each class: what tells their classes, and how to lay them out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace stepscope {

struct WayOn {
  std::string what, cure, command;
};

// A table beside the pictures that lists them with their classes, or names that begin with the class. Nothing: neither.
std::optional<WayOn> wayOnOf(const std::filesystem::path& pictures);

}  // namespace stepscope
