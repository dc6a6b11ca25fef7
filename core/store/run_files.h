// Where a run's files are: in a folder of its number beside the store.
#pragma once

#include <filesystem>
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

}  // namespace stepscope
