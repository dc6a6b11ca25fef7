// What a key of the project file means, in the words of examples/README.md, which is built into the program: one text for the
// documentation, the settings form and the command line.
#pragma once

#include <string>

namespace stepscope {

struct KeyHelp {
  std::string values;   // "0 to 0.9"
  std::string usual;    // what holds without it: "0.2", "needed"
  std::string meaning;  // a sentence; names stand in `backticks`
};

// Null for a key that is not described; a test sees that every key is.
const KeyHelp* keyHelp(const std::string& key);

}  // namespace stepscope
