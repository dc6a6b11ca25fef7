// The sections of a comparison's report, each from plain data to HTML.
#pragma once

#include <string>

#include "core/report/comparison.h"
#include "core/words/words.h"

namespace stepscope::report {

std::string sentence(const RunComparison& comparison, const Words& words);
// One row for each run with its colour: model, how it ended, when it started, how long it trained, the user's note.
std::string runList(const RunComparison& comparison, const Words& words);
std::string settingsTable(const RunComparison& comparison, const Words& words);
std::string metricsTable(const RunComparison& comparison, const Words& words);
// For comparisons of many runs: one row for each group of equal settings, with mean and deviation, best first. Empty if every run is a group of its
// own.
std::string groupTable(const RunComparison& comparison, const Words& words);
// One row for each run, best first: up to 6 settings that differ and up to 6 metrics that vary.
std::string runTable(const RunComparison& comparison, const Words& words);
// One row for each run with findings: the sentence of the advisor about its captured steps. Empty if no run has findings.
std::string verdictTable(const RunReader& store, const RunComparison& comparison, const Words& words);
std::string boughtTable(const RunComparison& comparison, const Words& words);
std::string overlays(const RunReader& store, const RunComparison& comparison, const Words& words);
std::string breakdowns(const RunComparison& comparison, const Words& words);
std::string memories(const RunComparison& comparison, const Words& words);

// The colour of run `index` of the comparison: a CSS variable of the page. There are 7; from the eighth run on they repeat, and charts dash the line.
std::string runColor(std::size_t index);

}  // namespace stepscope::report
