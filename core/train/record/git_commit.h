// The current commit of a project folder, kept with a run.
#pragma once

#include <optional>
#include <string>

namespace stepscope {

struct GitCommit {
  std::string commit;         // 40 hex digits
  std::optional<bool> clean;  // whether the folder's files, including the project file, match the commit; none: git did not answer in time
};
// Nothing if the folder is not in a git repository, or git is not installed. Runs the program git for at most `seconds`, without executing anything
// from the repository's settings (hooks, file system monitor).
std::optional<GitCommit> gitCommitOf(const std::string& folder, const std::string& projectFile, double seconds = 2);

}  // namespace stepscope
