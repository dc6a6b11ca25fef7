// The settings in which runs differ.
#pragma once

#include <string>
#include <vector>

#include "core/report/run_facts.h"

namespace stepscope {

struct DifferingSetting {
  std::string key;                  // "switches.batch_size"
  std::string title;                // "batch size"; the whole key if another differing setting would have the same title
  std::vector<std::string> values;  // one per run: "64", "64 → 128" if it was changed, "-" if the run does not have it
};

enum class SettingsPart { All, Switches };

// The differing settings, sorted by key, but switches first.
std::vector<DifferingSetting> differingSettings(const std::vector<const RunFacts*>& runs, SettingsPart part);
// The number of settings that are the same in all runs.
std::size_t equalSettings(const std::vector<const RunFacts*>& runs);

}  // namespace stepscope
