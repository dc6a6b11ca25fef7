// Imports a run from one file into the store and the folder beside it, completely or not at all.
#pragma once

#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// First checks every checksum in the file, including those of its checkpoints. directoryOf: the folder of a run by its number; the files are unpacked
// beside it and moved to it before the run is added to the store. Throws Error naming the file and the damage (Input), or the error of the disk
// (Resource). goOn is called with the unpacked fraction of the files; if it returns false, nothing is kept and the result is 0.
RunId importRunFile(const std::string& file, RunWriter& store, const std::function<std::string(RunId)>& directoryOf,
                    const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
