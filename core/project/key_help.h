// The meaning of a key of the project file, in the words of examples/README.md, which is built into the program: one text for the documentation, the
// settings form and the command line.
#pragma once

#include <string>

namespace stepscope {

struct KeyHelp {
  std::string values;   // "0 to 0.9"
  std::string usual;    // the default: "0.2", "needed"
  std::string meaning;  // a sentence; names are in `backticks`
};

// Null for a key without description; a test checks that every key has one.
const KeyHelp* keyHelp(const std::string& key);

}  // namespace stepscope
