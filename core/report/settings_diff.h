// In which settings runs differ.
#pragma once

#include <string>
#include <vector>

#include "core/report/run_facts.h"

namespace stepscope {

struct DifferingSetting {
  std::string key;                  // "switches.batch_size"
  std::string title;                // "batch size"; the whole key where another one ends alike
  std::vector<std::string> values;  // one a run: "64", "64 → 128" where it was turned, "-" where the run has none
};

enum class SettingsPart { All, Switches };

// Switches first, then by their keys.
std::vector<DifferingSetting> differingSettings(const std::vector<const RunFacts*>& runs, SettingsPart part);
// How many are the same in all.
std::size_t equalSettings(const std::vector<const RunFacts*>& runs);

}  // namespace stepscope
