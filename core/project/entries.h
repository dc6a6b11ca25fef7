// A configuration as a flat list of dotted keys, from any source: a TOML file, --set, or the JSON kept with a run.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/project/keys.h"

namespace stepscope {

struct Entry {
  std::string key;  // "train.optimizer.name", "model.layers[2].type"
  KeyValue value;
  std::string where;  // "project.toml:12:1", "--set train.epochs"
};

// All values of a configuration, and the lengths of its lists of tables.
struct Entries {
  std::vector<Entry> values;
  std::size_t layers = 0;                    // number of [[model.layers]]
  std::map<std::string, std::size_t> lists;  // for each list of listDefs() that is given: its number of tables
  const Entry* find(const std::string& key) const;
};

// The largest allowed size of a project file.
inline constexpr std::size_t kLargestProjectFile = std::size_t{1} << 20;

// Throws Error (Input) with path:line:column.
Entries entriesOfToml(const std::string& toml, const std::string& path);
// Sets `file` and `directory` to those in the JSON. Throws Error (Input).
Entries entriesOfJson(const std::string& json, std::string& file, std::string& directory);
// Replaces or adds the values from the command line.
void applyOverrides(Entries& entries, const Overrides& overrides);

}  // namespace stepscope
