// What was predicted of a run's switches and what came of it: one row for the switches it began with, one for every change. Kept with the
// run as the artefact "switches".
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stepscope {

struct SwitchRow {
  std::int64_t step = 0;  // after which it counts
  std::string change;     // "batch size 64 -> 128"; of the first row "start"
  std::int64_t batchSize = 0;
  std::int64_t predictedPeakBytes = 0;
  double predictedMs = 0;              // of a step without waiting for data; 0: no kernel was ever timed here
  double estimatedShare = 1;           // of predictedMs: from nodes never timed
  std::int64_t measuredPeakBytes = 0;  // 0: not yet
  double measuredMs = 0;               // median; 0: not yet
  int steps = 0;                       // that were measured
};

std::string switchRowsJson(const std::vector<SwitchRow>& rows);
// Rows of a damaged text that can be read; none of one that is no JSON.
std::vector<SwitchRow> switchRowsOf(const std::string& json);

}  // namespace stepscope
