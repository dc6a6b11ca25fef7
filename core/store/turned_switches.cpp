#include "core/store/turned_switches.h"

#include <string_view>

#include "core/store/run_summary.h"

namespace stepscope {

std::string turnedSwitches(const RunInfo& run) {
  constexpr std::string_view kPrefix = "switches.";
  std::string text;
  for (const Setting& setting : settingsOf(run))
    if (setting.values.size() > 1 && setting.key.starts_with(kPrefix))
      text += (text.empty() ? "" : ", ") + setting.key.substr(kPrefix.size()) + " " + shown(setting);
  return text;
}

}  // namespace stepscope
