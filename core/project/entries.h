// A configuration as a flat list of dotted keys, whatever it came from: a TOML file, --set, or the JSON kept with a run.
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

// What the file says about sections, besides values: where each starts, and how many [[model.layers]] there are.
struct Entries {
  std::vector<Entry> values;
  std::size_t layers = 0;
  std::map<std::string, std::size_t> lists;  // of listDefs(): how many tables each has
  const Entry* find(const std::string& key) const;
};

// Bytes that a project file may have.
inline constexpr std::size_t kLargestProjectFile = std::size_t{1} << 20;

// Throws Error (Input) with path:line:column.
Entries entriesOfToml(const std::string& toml, const std::string& path);
// Throws Error (Input).
Entries entriesOfJson(const std::string& json, std::string& file, std::string& directory);
// Replaces or adds what the user gave on the command line.
void applyOverrides(Entries& entries, const Overrides& overrides);

}  // namespace stepscope
