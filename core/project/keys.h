// The table of all keys of the project file. Parsing, --set, the JSON kept with a run, error messages and the check of the documentation read it; to
// add a key, add one entry in keys.cpp and one line in examples/README.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/key_def.h"
#include "core/project/project.h"

namespace stepscope {

std::string describe(const KeyValue& value);  // "the text \"abc\"", "the whole number 3"

using KeyDef = KeyOf<Project>;

const std::vector<KeyDef>& keyDefs();

// A list of tables, [[train.optimizer.groups]].
struct ListDef {
  std::string key;
  void (*resize)(Project&, std::size_t);
  std::size_t (*size)(const Project&);
  std::vector<KeyDef> (*keys)(const std::string& prefix, std::size_t index);
};
const std::vector<ListDef>& listDefs();
// The keys of one table in it: "train.optimizer.groups[0].pattern".
std::vector<KeyDef> listKeys(const ListDef& list, std::size_t index);

const KeyDef* findKey(const std::string& key);
std::vector<std::string> sections();  // "project", "data", ..., "train.optimizer", ...

// The value converted to the type of the key (an integer is also a real number). Throws Error (Input) at `where`.
KeyValue check(const KeyDef& def, const KeyValue& value, const std::string& where);

// The user's text in quotes, shortened and without control characters, for a message.
std::string inQuotes(std::string_view text);

// Throws Error (Input): unknown key, with the nearest valid name or the list of the section's keys.
[[noreturn]] void throwUnknownKey(const std::string& key, const std::string& where);

}  // namespace stepscope
