// Time, memory and origin of a run, read from the store in one place for the comparison in the window, the report and the command line. What was not
// measured is NaN.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/run_store.h"
#include "core/store/run_summary.h"
#include "profiler/analysis/breakdown_json.h"

namespace stepscope {

struct RunFacts {
  RunInfo info;
  RunSummary summary;  // of the whole run
  std::vector<SeriesInfo> series;
  std::optional<KeptBreakdown> breakdown;  // of the last captured steps, which its `source` names
  // Samples of one of these steps; NaN: the steps or the batch size at that time are not known.
  double breakdownSamples = std::numeric_limits<double>::quiet_NaN();
  double samplesPerStep = std::numeric_limits<double>::quiet_NaN();  // mean over the whole run; NaN: not known
  std::string device, program, commit;                               // commit: of the project's folder. Empty: not kept
  bool clean = false;                                                // the project's folder had no changes since the commit
  std::string fingerprint;                                           // of the training data; empty: not kept

  // Milliseconds for `samples` samples at the run's mean time of a step; NaN if that or the number of samples per step is not known.
  double msPer(double samples) const;
};

// The mean time of the captured steps: the sum of their parts. On busy cores it may be far from their median.
double meanStepMs(const StepBreakdown& breakdown);

// Throws Error (Input) if there is no such run.
RunFacts factsOf(const RunReader& store, RunId run);
std::vector<RunFacts> factsOf(const RunReader& store, std::span<const RunId> runs);

// The number of samples in step `step` (counted from 1), from the switches that were set then: batch size times accumulated batches. NaN: not known.
double samplesOfStep(const RunInfo& run, std::int64_t step);
// The first step in "run 14, steps 410-419" or "steps 410 to 419"; 0: there is none.
std::int64_t firstStepOf(const std::string& source);

}  // namespace stepscope
