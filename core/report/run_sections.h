// The sections of a run's report, each made from plain data as HTML.
#pragma once

#include <string>
#include <vector>

#include "core/store/run_store.h"
#include "core/store/run_summary.h"
#include "core/words/words.h"

namespace stepscope::report {

std::string cards(const RunInfo& run, const RunSummary& summary, const Words& words);
std::string curves(const RunReader& store, RunId run, Task task, const Words& words);
// Whether reports handle this series by name: it has a chart with a title of its own, or none because it is not a curve of training. All other series
// get charts titled with their keys.
bool drawnByName(const std::string& key, const Metric& metric);
// The JSON is described in core/train/watch/data_watch.h. Empty for old runs, which did not keep it.
std::string data(const std::string& dataJson, const Words& words);
// The JSON of the next four is described in core/train/record/artefacts.h. For empty or damaged text, memory and breakdown have a sentence that says
// so; switches and environment are empty.
std::string memory(const std::string& memoryPlanJson, const Words& words);
std::string breakdown(const std::string& breakdownJson, const Words& words);
std::string switches(const std::string& switchRowsJson, const Words& words);
std::string environment(const std::string& environmentJson, const Words& words);
std::string configuration(const RunInfo& run, const Words& words, bool titled = true);  // a switch has all its values: "64 → 128"
// The sample text of a language model; empty for a run without one.
std::string textSample(const std::string& sampleJson, const Words& words);
// The JSON is described in core/train/record/prediction_log.h. Empty for a run whose model is not a classifier.
std::string predictions(const std::string& predictionsJson, const Words& words);
std::string markers(const std::vector<Marker>& markers, const Words& words);
// What the advisor found, worst first. The JSON is described in profiler/advisor/advice_json.h. Empty for a run without findings.
std::string findings(const std::string& findingsJson, const Words& words);
// The advisor's main sentence from the same JSON, in English.
std::string verdictOf(const std::string& findingsJson);
// Switches that were tried on the running model; empty for a run without trials.
std::string trials(const std::string& trialsJson, const Words& words);
// The last lines of the run's log; empty for a run without one.
std::string log(const std::vector<LogLine>& lines, const Words& words);
// One row for each span between two changes of switches; empty for a run whose switches were never changed.
std::string spans(const RunInfo& run, const Words& words);

// The CSS variable for a category of a step's time: "var(--forward)".
std::string colorOf(const std::string& category);
// The end of the CSS class for how a run ended: "status-<this>".
std::string statusClass(RunStatus status);

}  // namespace stepscope::report
