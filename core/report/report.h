// The HTML report of a run: curves, configuration, memory, step breakdown and environment on one self-contained page (no scripts, no
// links to anything outside), drawn from the store alone.
#pragma once

#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// Throws Error (Input) when there is no such run.
std::string reportHtml(const RunReader& store, RunId run);
// The same into a file, written under a temporary name and renamed. Throws Error (Input) and Error (Resource).
void writeReport(const std::string& storePath, RunId run, const std::string& file);

}  // namespace stepscope
