// Values as they are written into a project file.
#pragma once

#include <string>
#include <string_view>

#include "core/project/keys.h"

namespace stepscope {

// A TOML basic string with its quotes.
std::string tomlText(std::string_view text);
// A value of a key: "0.05", "\"sgd\"", "[30, 60]". A real number reads back as the same one. Of no value: an empty text.
std::string tomlValue(const KeyValue& value);

// What is wrong with a file that is no TOML, in words of ours. Private to core/project.
struct TomlProblem {
  std::string what, cure;
};

// description: what toml++ says. line: that in which it stands.
TomlProblem tomlProblem(std::string_view description, std::string_view line);

}  // namespace stepscope
