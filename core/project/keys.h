// Every key of the project file in one table. Parsing, --set, the JSON kept with a run, error messages and the check of the
// documentation all read it; adding a key is one entry in keys.cpp and one line in examples/README.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/project/project.h"

namespace stepscope {

// A value as it stands in a file, before it is checked against the key.
struct OtherValue {
  std::string description;  // "a table", "a date": of a type that no key takes
};
using KeyValue =
    std::variant<OtherValue, bool, std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>>;
std::string describe(const KeyValue& value);  // "the text \"abc\"", "the whole number 3"

enum class KeyType { Flag, Integer, Real, Reals, Text, Texts, Choice, Path };

struct KeyDef {
  std::string key;  // dotted: "train.optimizer.learning_rate"
  KeyType type = KeyType::Text;
  std::int64_t least = 0, most = 0;                    // Integer, inclusive
  double low = 0, high = 0;                            // Real, Reals
  bool lowOpen = false, highOpen = false;              // the bound itself is not allowed
  std::vector<std::string> choices;                    // Choice
  std::function<void(Project&, const KeyValue&)> set;  // the value has passed check()
  std::function<KeyValue(const Project&)> get;
  // Texts that it takes besides what its type says, and what they are: "an amount of memory such as \"6 GiB\"". Null: none.
  std::function<bool(const std::string&)> alsoTakes;
  std::string alsoTaken;
};

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
