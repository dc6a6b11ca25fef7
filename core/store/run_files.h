// The files of a run: in a folder with its number beside the store.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

inline std::string runFolder(const std::string& storePath, RunId run) {
  return (std::filesystem::path(storePath).parent_path() / "runs" / std::to_string(run)).string();
}

// The file of the last captured steps.
inline std::string captureFile(const std::string& runFolder) {
  return (std::filesystem::path(runFolder) / "capture.sstrace").string();
}

// A run as one file, *.stepscope-run: a store like runs.db with only this run, and the files of its folder (capture, checkpoints, report) in an
// additional table. It can be opened in every project, on every machine.
inline constexpr const char* kRunFileEnding = ".stepscope-run";

// `directory`: the run's folder, which need not exist. `checkpoints`: includes them; they are by far the largest part. Throws Error with the name of
// the file; an unfinished file is deleted. `goOn` is called with the written fraction of the folder's bytes; if it returns false, the file is deleted
// and the result is false.
bool writeRunFile(const std::string& storePath, RunId run, const std::string& directory, const std::string& file, bool checkpoints,
                  const std::function<bool(double share)>& goOn = {});

// Checks every byte of the file against its checksums (files of old versions have only those of their points). Throws Error (Input) with the
// names of the file and of the damaged part. Calls `goOn` in between (always with 0); returns false if it returned false.
bool checkRunFile(const std::string& file, const std::function<bool(double share)>& goOn = {});
// Copies the run of the file as a new run of the store that belongs to no process. Throws Error (Input) if the file is not a run. `before` is
// that of RunWriter::copyRun.
RunId readRunFile(const std::string& file, RunWriter& store, const std::function<void(RunId)>& before = {});
// Unpacks the files of the run into its folder, which is created. Throws Error (Input) for names that lead outside of it. `goOn` is called with
// the finished fraction; the result is false if it returned false.
bool unpackRunFile(const std::string& file, const std::string& directory, const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
