// The record of what trials of switches measured against what was estimated before: of every run of a project.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

struct CalibrationRow {
  RunId run = 0;
  std::int64_t step = 0;
  std::string change;   // "mixed precision off -> bf16"
  std::string outcome;  // "faster", "no_change", "cores_busy"
  // Time a sample with the switch over time a sample without; 0: not estimated, not measured.
  double estimated = 0, measured = 0, low = 0, high = 0;
  double estimatedShare = 1;  // of the estimate: from kernels that were never timed
  // Whether estimate and measurement agree on faster, slower or the same (within 3 %). Meaningless without both.
  bool hit() const;
  bool counts() const { return estimated > 0 && measured > 0; }
};

// What is kept in the store; none where it has no trials.
std::vector<CalibrationRow> calibrationOf(const RunReader& store);
nlohmann::ordered_json calibrationJson(const std::vector<CalibrationRow>& rows);
// "4 of 5 estimates said what the trial measured; they were off by 6 % at the median."
std::string calibrationSentence(const std::vector<CalibrationRow>& rows);

}  // namespace stepscope
