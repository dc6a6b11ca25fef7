// Imports a run from one file into the store and the folder beside it, completely or not at all.
#pragma once

#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// Checks every checksum in the file and those of its checkpoints before the run is added. `directoryOf` returns the folder of a run by its number.
// The files are unpacked into a temporary folder beside it, which is then renamed. Throws Error (Input) naming the file and the damage, or Error
// (Resource) for a disk error. `goOn` is called with the unpacked fraction of the files; if it returns false, nothing is kept and the result is 0.
RunId importRunFile(const std::string& file, RunWriter& store, const std::function<std::string(RunId)>& directoryOf,
                    const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
