// A comparison as JSON, for scripts:
//   {sentence, baseline, best, runs: [{run, name, model, ended, steps, seconds, device}],
//    settings: {key: [a value a run]} (only what differs),
//    metrics: {key: {best: [], last: [], delta: [] (of best against the baseline's)}},
//    speed: {seconds: [], step_ms: [], samples_per_second: [], data_wait_share: [], busy_share: []},
//    breakdown: {category: [ms a step], step_ms: [], samples: []},
//    memory: {peak_bytes: [] (resident, else planned), planned_peak_bytes: [], resident_peak_bytes: [], process_peak_bytes: []},
//    switches: [{setting, change, of, ms: [before, after], samples_per_second: [], peak_bytes: [], metric: [], busy}]}
// Lists are in the order of `runs`; null: not known.
#pragma once

#include <optional>
#include <string>

#include "core/report/comparison.h"

namespace stepscope {

std::string comparisonJson(const RunComparison& comparison);

// Whether more is better of a series by its key; nothing of one that measures no success (a learning rate, a time).
std::optional<bool> largerIsBetter(const std::string& key);

}  // namespace stepscope
