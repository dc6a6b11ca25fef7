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
  // As it was said before the first step, and before kernels were timed for it; kept whatever is known later.
  std::int64_t predictedPeakBytes = 0;
  double predictedMs = 0;              // of a step without waiting for data; 0: no kernel was ever timed here
  double estimatedShare = 1;           // of predictedMs: from nodes never timed
  std::int64_t plannedPeakBytes = 0;   // of the plan that runs; 0: not known
  std::int64_t measuredPeakBytes = 0;  // 0: not yet
  double measuredMs = 0;               // median; 0: not yet
  int steps = 0;                       // that were measured
  // Of the compute threads' time while they were measured: they waited for a core that other programs held. NaN: not known.
  double busyShare = std::numeric_limits<double>::quiet_NaN();

  // Measured, and not while other programs held the cores: only such a time says something of the switches.
  bool measuredQuietly() const { return measuredMs > 0 && !coresBusy(); }
  bool coresBusy() const { return busyShare > kMostBusyShare; }
  static constexpr double kMostBusyShare = 0.15;  // the window and the loader wait for cores as well, a little
};

std::string switchRowsJson(const std::vector<SwitchRow>& rows);
// Rows of a damaged text that can be read; none of one that is no JSON.
std::vector<SwitchRow> switchRowsOf(const std::string& json);

}  // namespace stepscope
