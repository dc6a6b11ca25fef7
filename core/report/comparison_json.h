// A comparison as JSON, for scripts:
//   {sentence, baseline, best, runs: [{run, name, model, ended, steps, seconds, device}],
//    settings: {key: [one value per run]} (only those that differ),
//    metrics: {key: {best: [], last: [], delta: [] (best minus the baseline's best)}},
//    speed: {seconds: [], step_ms: [], samples_per_second: [], data_wait_share: [], busy_share: []},
//    breakdown: {category: [ms per step], step_ms: [] (median), samples: [] (per step)},
//    memory: {peak_bytes: [] (resident, else planned), planned_peak_bytes: [], resident_peak_bytes: [], process_peak_bytes: []},
//    switches: [{setting, change, of, ms: [before, after], samples_per_second: [], peak_bytes: [], metric: [], busy}]}
// Lists are in the order of `runs`; null: not known. A last value that is not finite is "NaN", "Infinity" or "-Infinity".
#pragma once

#include <optional>
#include <string>

#include "core/report/comparison.h"

namespace stepscope {

std::string comparisonJson(const RunComparison& comparison);

// Whether a larger value of this series is better, decided by the words in its key. Empty for a series that is no metric (a learning rate, a time).
std::optional<bool> largerIsBetter(const std::string& key);

}  // namespace stepscope
