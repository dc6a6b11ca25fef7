#include "core/report/settings_diff.h"

#include <algorithm>
#include <map>

#include "core/base/lower.h"
#include "core/project/switches.h"

namespace stepscope {
namespace {

constexpr std::string_view kSwitches = "switches.";

using Table = std::map<std::string, std::vector<std::string>>;

Table tableOf(const std::vector<const RunFacts*>& runs) {
  Table table;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const Setting& setting : settingsOf(runs[i]->info)) {
      auto& values = table[setting.key];
      values.resize(runs.size(), "-");
      values[i] = shown(setting);
    }
  for (auto& [key, values] : table) values.resize(runs.size(), "-");
  return table;
}

bool differs(const std::vector<std::string>& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) != values.end();
}

std::string lastPart(const std::string& key) {
  const auto dot = key.rfind('.');
  std::string last = dot == std::string::npos ? key : key.substr(dot + 1);
  std::replace(last.begin(), last.end(), '_', ' ');
  return last;
}

std::string titleOf(const std::string& key) {
  if (key.starts_with(kSwitches))
    for (const SwitchDef& def : switchDefs())
      if (def.key == key.substr(kSwitches.size())) {
        std::string title = def.title;
        if (!title.empty() && (title.size() < 2 || !std::isupper(static_cast<unsigned char>(title[1])))) title[0] = lower(title[0]);
        return title;
      }
  return lastPart(key);
}

}  // namespace

std::vector<DifferingSetting> differingSettings(const std::vector<const RunFacts*>& runs, SettingsPart part) {
  std::vector<DifferingSetting> found;
  for (auto& [key, values] : tableOf(runs)) {
    const bool isSwitch = key.starts_with(kSwitches);
    if (!differs(values) || (part == SettingsPart::Switches && !isSwitch)) continue;
    found.push_back({key, titleOf(key), std::move(values)});
  }
  std::stable_partition(found.begin(), found.end(), [](const DifferingSetting& setting) { return setting.key.starts_with(kSwitches); });
  std::map<std::string, int> titles;
  for (const DifferingSetting& setting : found) ++titles[setting.title];
  for (DifferingSetting& setting : found)
    if (titles[setting.title] > 1) setting.title = setting.key;
  return found;
}

std::size_t equalSettings(const std::vector<const RunFacts*>& runs) {
  const Table table = tableOf(runs);
  return static_cast<std::size_t>(std::count_if(table.begin(), table.end(), [](const auto& entry) { return !differs(entry.second); }));
}

}  // namespace stepscope
