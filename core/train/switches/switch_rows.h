// Predictions for a run's switches and the measured results: one row for the switches of the start, one for every change. Kept with the run as the
// artefact "switches".
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stepscope {

struct SwitchRow {
  std::int64_t step = 0;  // the change takes effect after this step
  std::string change;     // "batch size 64 -> 128"; "start" for the first row
  std::int64_t batchSize = 0;
  // The prediction before the first step, and before kernels were timed for it; never replaced by later ones.
  std::int64_t predictedPeakBytes = 0;
  double predictedMs = 0;              // time of a step without waiting for data; 0: no kernel was timed on this machine
  double estimatedShare = 1;           // part of predictedMs from nodes never timed
  std::int64_t plannedPeakBytes = 0;   // peak of the plan in use; 0: not known
  std::int64_t measuredPeakBytes = 0;  // 0: not measured yet
  double measuredMs = 0;               // median; 0: not measured yet
  int steps = 0;                       // number of measured steps
  // The part of the compute threads' time in which they waited for a core that other programs used. NaN: not known.
  double busyShare = std::numeric_limits<double>::quiet_NaN();

  // Measured, and not while other programs used the cores: only then the time depends on the switches alone.
  bool measuredQuietly() const { return measuredMs > 0 && !coresBusy(); }
  bool coresBusy() const { return busyShare > kMostBusyShare; }
  static constexpr double kMostBusyShare = 0.15;  // the window and the loader also make threads wait, a little
};

// The figures of a row as every place tells them; "-": not known.
struct SwitchRowWords {
  std::string predictedPeak, measuredPeak, predictedStep, estimated;
  std::string measuredStep;  // "cores busy" where other programs spoiled it
};
SwitchRowWords wordsOf(const SwitchRow& row);

std::string switchRowsJson(const std::vector<SwitchRow>& rows);
// Rows of a damaged text that can be read; none if it is not JSON.
std::vector<SwitchRow> switchRowsOf(const std::string& json);

}  // namespace stepscope
