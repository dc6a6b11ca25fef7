// Changes one key of a project file and nothing else in it: comments, order and layout stay.
#pragma once

#include <string>

namespace stepscope {

// `toml` with `key` ("train.optimizer.learning_rate") set to `value`, which is written as it is given: "0.05", "\"sgd\"". A key that is not
// there is added to its section, a section that is not there at the end of the file. Pure. Throws Error (Input) when `toml` cannot be read
// or is written in a way in which the key cannot be added (its section an inline table, say); `path` is named then.
std::string withKey(const std::string& toml, const std::string& key, const std::string& value, const std::string& path);

// `toml` without `key`: its line goes with the comment behind the value, and all else stays. Text without the key is answered as it is.
std::string withoutKey(const std::string& toml, const std::string& key, const std::string& path);

}  // namespace stepscope
