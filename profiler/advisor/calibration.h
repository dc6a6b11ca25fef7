// Compares what trials of switches measured with what was estimated before, for all runs of a project.
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
  // Time per sample with the switch / time per sample without; 0: not estimated or not measured. `low` and `high`: interval of `measured`.
  double estimated = 0, measured = 0, low = 0, high = 0;
  double estimatedShare = 1;  // part of the estimated time that is from kernels never timed
  // Whether estimate and measurement agree on faster, slower or the same (within 3 %). Only meaningful if counts().
  bool hit() const;
  bool counts() const { return estimated > 0 && measured > 0; }
};

// One row per trial in the store, of all runs; empty if there is none.
std::vector<CalibrationRow> calibrationOf(const RunReader& store);
nlohmann::ordered_json calibrationJson(const std::vector<CalibrationRow>& rows);
// "4 of 5 estimates agreed with what the trial measured (faster, slower or the same within 3 %); they were off by 6 % at the median."
std::string calibrationSentence(const std::vector<CalibrationRow>& rows);

}  // namespace stepscope
