// The sections of a comparison's report, each from plain data to HTML.
#pragma once

#include <string>

#include "core/report/comparison.h"

namespace stepscope::report {

std::string sentence(const RunComparison& comparison);
// The runs with their marks, how each ended, and when.
std::string runList(const RunComparison& comparison);
std::string settingsTable(const RunComparison& comparison);
std::string metricsTable(const RunComparison& comparison);
std::string boughtTable(const RunComparison& comparison);
std::string overlays(const RunReader& store, const RunComparison& comparison);
std::string breakdowns(const RunComparison& comparison);
std::string memories(const RunComparison& comparison);

// Colours of runs by their place: CSS variables of the page, with a dash from the eighth on.
std::string runColor(std::size_t index);

}  // namespace stepscope::report
