// The breakdown that the store keeps with a run (artefact "breakdown"), so that a report and a window can show it after the trace is deleted:
// {source, steps, median_step_ms, p95_step_ms,
// categories: [{name, ms, share}], ops: [{title, category, calls, ms, share, gflops, gb_per_second, layer}]}
#pragma once

#include <optional>
#include <string>

#include "profiler/analysis/step_breakdown.h"

namespace stepscope {

// `source` is the trace's text about the program and machine of the recording.
std::string breakdownJson(const StepBreakdown& breakdown, const std::string& source);

struct KeptBreakdown {
  StepBreakdown breakdown;
  std::string source;
};
// Returns nothing if the text is not a breakdown or has no steps. A missing member is read as 0 or as empty.
std::optional<KeptBreakdown> breakdownOf(const std::string& json);

}  // namespace stepscope
