// What was kept with a run besides its curves, in words: on what it was trained, with which data and code, and what there is to look at.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

// {"trained on", "..."}, {"commit", "..."}, ... in the order in which they are read; what was not kept has no row.
// folder: the run's own, where its checkpoints and captures are; may be empty.
std::vector<std::pair<std::string, std::string>> recordOf(const RunReader& store, RunId run, const std::string& folder = {});

// What a data set's fingerprint (Dataset::fingerprint) is computed from: "every value", "names and sizes of the pictures". Empty: not known.
std::string coveredBy(const std::string& fingerprint);

}  // namespace stepscope
