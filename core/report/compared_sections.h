// The sections of a comparison's report, each from plain data to HTML.
#pragma once

#include <string>

#include "core/report/comparison.h"
#include "core/words/words.h"

namespace stepscope::report {

std::string sentence(const RunComparison& comparison, const Words& words);
// The runs with their marks, how each ended, and when.
std::string runList(const RunComparison& comparison, const Words& words);
std::string settingsTable(const RunComparison& comparison, const Words& words);
std::string metricsTable(const RunComparison& comparison, const Words& words);
// Of many runs: the groups of equal settings with mean and deviation, best first; nothing where every run is a group of its own.
std::string groupTable(const RunComparison& comparison, const Words& words);
// A row a run: the settings that differ, the figures that vary.
std::string runTable(const RunComparison& comparison, const Words& words);
// One sentence a run of what its captured steps say; nothing where none was looked at.
std::string verdictTable(const RunReader& store, const RunComparison& comparison, const Words& words);
std::string boughtTable(const RunComparison& comparison, const Words& words);
std::string overlays(const RunReader& store, const RunComparison& comparison, const Words& words);
std::string breakdowns(const RunComparison& comparison, const Words& words);
std::string memories(const RunComparison& comparison, const Words& words);

// Colours of runs by their place: CSS variables of the page, with a dash from the eighth on.
std::string runColor(std::size_t index);

}  // namespace stepscope::report
