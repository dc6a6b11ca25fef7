// What was kept with a run besides its curves, in words: the machine, the data and the code, and which results there are to look at.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

// {"trained on", "..."}, {"commit", "..."}, ... in the order in which they are shown; what was not kept has no row. `folder` is the run's own, with
// its checkpoints; it may be empty.
std::vector<std::pair<std::string, std::string>> recordOf(const RunReader& store, RunId run, const std::string& folder = {});

// What a data set's fingerprint (Dataset::fingerprint) is computed from: "every value", "names and sizes of the pictures". Empty: not known.
std::string coveredBy(const std::string& fingerprint);

}  // namespace stepscope
