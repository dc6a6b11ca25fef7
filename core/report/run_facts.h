// What a run's time and memory were, and of what they are: read once, told alike by the comparison in the window, the report and the command
// line. Every figure says of which run, which steps and which batch it is; what nothing was measured of is NaN.
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
  std::optional<KeptBreakdown> breakdown;  // of the last captured steps; its source names them
  // Samples of one of these steps; NaN: the capture does not say which steps they were, or the run what they held.
  double breakdownSamples = std::numeric_limits<double>::quiet_NaN();
  double samplesPerStep = std::numeric_limits<double>::quiet_NaN();  // over the whole run; of steps of several sizes their mean
  std::string device, program, commit;                               // of the project's folder; empty: not kept
  bool clean = false;                                                // the commit says it all: nothing was changed since
  std::string fingerprint;                                           // of the training data; empty: not kept

  // Milliseconds for `samples` samples at the mean time of a step over the run; NaN where either is not known.
  double msPer(double samples) const;
};

// The mean of the captured steps: what their parts add up to. On busy cores it may be far from their median.
double meanStepMs(const StepBreakdown& breakdown);

// Throws Error (Input) when there is no such run.
RunFacts factsOf(const RunReader& store, RunId run);
std::vector<RunFacts> factsOf(const RunReader& store, std::span<const RunId> runs);

// Samples of step `step` (from 1) by the spans of the run's switches; NaN: not known.
double samplesOfStep(const RunInfo& run, std::int64_t step);
// The first step that "run 14, steps 410-419" or "steps 410 to 419" names; 0: none.
std::int64_t firstStepOf(const std::string& source);

}  // namespace stepscope
