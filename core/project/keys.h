// Every key of the project file in one table. Parsing, --set, the JSON kept with a run, error messages and the check of the
// documentation all read it; adding a key is one entry in keys.cpp and one line in examples/README.md.
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
// The keys of one table of it: "train.optimizer.groups[0].pattern".
std::vector<KeyDef> listKeys(const ListDef& list, std::size_t index);

const KeyDef* findKey(const std::string& key);
std::vector<std::string> sections();  // "project", "data", ..., "train.optimizer", ...

// The value converted to the type of the key (a whole number is a real one too). Throws Error (Input) at `where`.
KeyValue check(const KeyDef& def, const KeyValue& value, const std::string& where);

// What the user wrote, in quotes, shortened and without control characters, fit for a message.
std::string inQuotes(std::string_view text);

// Throws Error (Input): unknown key, with the nearest valid name or the list of what the section takes.
[[noreturn]] void throwUnknownKey(const std::string& key, const std::string& where);

}  // namespace stepscope
