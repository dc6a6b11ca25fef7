// The sections of a run's report, each from plain data to HTML. A section without data says what would fill it.
#pragma once

#include <string>
#include <vector>

#include "core/store/run_store.h"
#include "core/store/run_summary.h"
#include "core/words/words.h"

namespace stepscope::report {

std::string cards(const RunInfo& run, const RunSummary& summary, const Words& words);
std::string curves(const RunReader& store, RunId run, Task task, const Words& words);
// Whether a series of a run has a chart of its own in reports, or none because it is no curve of training. Others are drawn by their keys.
bool drawnByName(const std::string& key, const Metric& metric);
// JSON as core/train/record/artefacts.h describes it; empty or damaged text gives the sentence of an empty section.
// As core/train/watch/data_watch.h describes it; nothing for a run of before it was kept.
std::string data(const std::string& dataJson, const Words& words);
std::string memory(const std::string& memoryPlanJson, const Words& words);
std::string breakdown(const std::string& breakdownJson, const Words& words);
std::string switches(const std::string& switchRowsJson, const Words& words);
std::string environment(const std::string& environmentJson, const Words& words);
std::string configuration(const RunInfo& run, const Words& words, bool titled = true);  // switches as they were turned
// The sample text of a language model; empty for a run without one.
std::string textSample(const std::string& sampleJson, const Words& words);
// As core/train/record/prediction_log.h describes it; nothing for a run that is no classifier's.
std::string predictions(const std::string& predictionsJson, const Words& words);
std::string markers(const std::vector<Marker>& markers, const Words& words);
// What the advisor found, worst first, as profiler/advisor/advice_json.h describes it; nothing for a run that was not looked at.
std::string findings(const std::string& findingsJson, const Words& words);
// Its sentence alone, in English.
std::string verdictOf(const std::string& findingsJson);
// Switches that were tried on the running model; nothing for a run without trials.
std::string trials(const std::string& trialsJson, const Words& words);
// The last lines of the run's log; nothing for a run without one.
std::string log(const std::vector<LogLine>& lines, const Words& words);
// One row from each turn of the switches to the next; nothing for a run whose switches were never turned.
std::string spans(const RunInfo& run, const Words& words);

// The page's variable of a category of a step's time: "var(--forward)".
std::string colorOf(const std::string& category);
// The page's class of how a run ended: "status-<this>".
std::string statusClass(RunStatus status);

}  // namespace stepscope::report
