// Values in the syntax of a project file.
#pragma once

#include <string>
#include <string_view>

#include "core/project/keys.h"

namespace stepscope {

// A TOML basic string with its quotes.
std::string tomlText(std::string_view text);
// The value of a key: "0.05", "\"sgd\"", "[30, 60]". A real number reads back exactly. For no value: an empty text.
std::string tomlValue(const KeyValue& value);

// The error of a file that is not TOML, in our own words. Private to core/project.
struct TomlProblem {
  std::string what, cure;
};

// `description`: the message of toml++. `line`: the text of the line with the error.
TomlProblem tomlProblem(std::string_view description, std::string_view line);

}  // namespace stepscope
