// A run that comes as one file: into the store and beside it whole, or not at all.
#pragma once

#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// Every checksum that the file holds is looked at first, those of its checkpoints among them. directoryOf: the folder of a run by its number; the
// files are unpacked beside it and are in their place before the run is in the store. Throws Error naming the file and what is damaged (Input), or
// what the disk refuses (Resource). goOn is told the share of the files that is unpacked; where it says no, nothing is left and the answer is 0.
RunId importRunFile(const std::string& file, RunWriter& store, const std::function<std::string(RunId)>& directoryOf,
                    const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
