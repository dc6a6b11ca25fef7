// The report of a run, or of a comparison of several: one HTML page without scripts that loads nothing, made from the store and the captures beside
// it. Every text that the program did not write itself is escaped. The page has styles for print and for dark mode.
#pragma once

#include <string>
#include <vector>

#include "core/store/run_store.h"
#include "core/words/words.h"

namespace stepscope {

// `folder` is that of the database; the runs' captures are in it (<folder>/runs/<run>/capture.sstrace). If it is empty, the page has no timelines.
// The first of several runs is the baseline. `words` is the language of the page. Throws Error (Input) if there is no such run, or if `runs` is
// empty.
std::string reportHtml(const RunReader& store, const std::vector<RunId>& runs, const std::string& folder = {}, const Words& words = {});
// The same for the database of a project.
std::string reportOf(const std::string& storePath, const std::vector<RunId>& runs, const Words& words = {});
// The file is written completely or not at all (core/base/whole_file.h). Throws Error (Input) and Error (Resource).
void writeReport(const std::string& storePath, const std::vector<RunId>& runs, const std::string& file, const Words& words = {});

}  // namespace stepscope
