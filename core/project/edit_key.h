// Changes one key of a project file and nothing else: comments, order and layout are kept.
#pragma once

#include <string>

namespace stepscope {

// `toml` with `key` ("train.optimizer.learning_rate") set to `value`, which is written unchanged: "0.05", "\"sgd\"". A missing key is added to its
// section, a missing section is added at the end of the file. Pure. Throws Error (Input) naming `path` if `toml` cannot be read or is written in a
// way in which the key cannot be added (for example, its section is an inline table).
std::string withKey(const std::string& toml, const std::string& key, const std::string& value, const std::string& path);

// `toml` without `key`: its line is removed with the comment after the value, and the rest is kept. A text without the key is returned unchanged.
std::string withoutKey(const std::string& toml, const std::string& key, const std::string& path);

}  // namespace stepscope
