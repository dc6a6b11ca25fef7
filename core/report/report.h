// The report of a run, or of a comparison of several: one self-contained HTML page (no scripts, nothing from outside), drawn from the store
// and the captures beside it. Everything that is not ours is escaped. Reads well in print and in the dark.
#pragma once

#include <string>
#include <vector>

#include "core/store/run_store.h"
#include "core/words/words.h"

namespace stepscope {

// folder: where the runs' captures are (<folder>/runs/<run>/capture.sstrace), beside the database; empty: no timelines. Of several runs the
// first is the baseline. words: the language of the page. Throws Error (Input) when there is no such run, or none is named.
std::string reportHtml(const RunReader& store, const std::vector<RunId>& runs, const std::string& folder = {}, const Words& words = {});
// The same for the database of a project.
std::string reportOf(const std::string& storePath, const std::vector<RunId>& runs, const Words& words = {});
// The page is there whole or not at all (core/base/whole_file.h). Throws Error (Input) and Error (Resource).
void writeReport(const std::string& storePath, const std::vector<RunId>& runs, const std::string& file, const Words& words = {});

}  // namespace stepscope
