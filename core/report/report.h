// The report of a run, or of a comparison of several: one self-contained HTML page (no scripts, nothing from outside), drawn from the store
// and the captures beside it. Everything that is not ours is escaped. Reads well in print and in the dark.
#pragma once

#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

// folder: where the runs' captures are (<folder>/runs/<run>/capture.sstrace), beside the database; empty: no timelines. Of several runs the
// first is the baseline. Throws Error (Input) when there is no such run, or none is named.
std::string reportHtml(const RunReader& store, const std::vector<RunId>& runs, const std::string& folder = {});
// The same for the database of a project.
std::string reportOf(const std::string& storePath, const std::vector<RunId>& runs);
// The page is there whole or not at all (core/base/whole_file.h). Throws Error (Input) and Error (Resource).
void writeReport(const std::string& storePath, const std::vector<RunId>& runs, const std::string& file);

}  // namespace stepscope
