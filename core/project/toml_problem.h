// What is wrong with a file that is no TOML, in words of ours. Private to core/project.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

struct TomlProblem {
  std::string what, cure;
};

// description: what toml++ says. line: that in which it stands.
TomlProblem tomlProblem(std::string_view description, std::string_view line);

}  // namespace stepscope
