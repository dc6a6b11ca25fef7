#include "core/project/key_help.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace stepscope {

extern const char kExamplesReadme[];  // generated from examples/README.md

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// "| `data.kind` | name | needed | what it is |" of a table of keys: four cells, the first a dotted name.
void readRow(std::string_view line, std::map<std::string, KeyHelp>& all) {
  std::string_view cells[4];
  std::size_t count = 0;
  line.remove_prefix(1);
  while (!line.empty() && count < 4) {
    const std::size_t end = line.find('|');
    if (end == std::string_view::npos) return;
    cells[count++] = trimmed(line.substr(0, end));
    line.remove_prefix(end + 1);
  }
  std::string_view key = cells[0];
  if (count < 4 || key.size() < 3 || key.front() != '`' || key.back() != '`') return;
  key = key.substr(1, key.size() - 2);
  if (key.find('.') == std::string_view::npos || key.find('`') != std::string_view::npos) return;
  all.emplace(std::string(key), KeyHelp{std::string(cells[1]), std::string(cells[2]), std::string(cells[3])});
}

std::map<std::string, KeyHelp> readAll(std::string_view readme) {
  std::map<std::string, KeyHelp> all;
  while (!readme.empty()) {
    const std::size_t end = std::min(readme.find('\n'), readme.size());
    if (readme.starts_with("| `")) readRow(readme.substr(0, end), all);
    readme.remove_prefix(std::min(end + 1, readme.size()));
  }
  return all;
}

}  // namespace

const KeyHelp* keyHelp(const std::string& key) {
  static const std::map<std::string, KeyHelp> all = readAll(kExamplesReadme);
  const auto found = all.find(key);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace stepscope
