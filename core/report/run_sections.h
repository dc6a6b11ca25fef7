// The sections of a run's report, each from plain data to HTML. A section without data says what would fill it.
#pragma once

#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope::report {

std::string cards(const RunInfo& run);
std::string curves(const RunReader& store, RunId run, Task task);
// JSON as core/train/artefacts.h describes it; empty or damaged text gives the sentence of an empty section.
// As core/train/watch/data_watch.h describes it; nothing for a run of before it was kept.
std::string data(const std::string& dataJson);
std::string memory(const std::string& memoryPlanJson);
std::string breakdown(const std::string& breakdownJson);
std::string switches(const std::string& switchRowsJson);
std::string environment(const std::string& environmentJson);
std::string configuration(const std::string& projectJson);
// Of a language model; nothing for a run without one.
std::string textSample(const std::string& sampleJson);
std::string markers(const std::vector<Marker>& markers);

}  // namespace stepscope::report
