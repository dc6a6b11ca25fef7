// Where a run's files are: in a folder of its number beside the store.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

inline std::string runFolder(const std::string& storePath, RunId run) {
  return (std::filesystem::path(storePath).parent_path() / "runs" / std::to_string(run)).string();
}

// The steps that were captured last.
inline std::string captureFile(const std::string& runFolder) {
  return (std::filesystem::path(runFolder) / "capture.sstrace").string();
}

// A run as one file, *.stepscope-run: a store like runs.db that holds this run alone, with the files of its folder (capture, checkpoints,
// report) in a table beside it. It opens in every project, on every machine.
inline constexpr const char* kRunFileEnding = ".stepscope-run";

// directory: the run's folder, which need not exist. checkpoints: they are the largest part by far. Throws Error naming the file; nothing
// is left of a file that could not be finished. goOn is told the share of the folder's bytes that is written; where it says no, nothing is left
// of the file and the answer is false.
bool writeRunFile(const std::string& storePath, RunId run, const std::string& directory, const std::string& file, bool checkpoints,
                  const std::function<bool(double share)>& goOn = {});

// Looks at every byte of the file against the checksums that it holds (files of old versions have those of their points alone). Throws Error (Input)
// naming the file and what of it is damaged. goOn as above; false where it said no.
bool checkRunFile(const std::string& file, const std::function<bool(double share)>& goOn = {});
// The run of the file as a new run of the store, owned by nobody. Throws Error (Input) naming a file that is not a run. before: as of
// RunWriter::copyRun.
RunId readRunFile(const std::string& file, RunWriter& store, const std::function<void(RunId)>& before = {});
// The files that the run brought, into its folder, which is made. Names that lead out of it are refused. goOn as above; false where it said no.
bool unpackRunFile(const std::string& file, const std::string& directory, const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
