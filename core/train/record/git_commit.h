// The commit that a project folder stands at, kept with a run.
#pragma once

#include <optional>
#include <string>

namespace stepscope {

struct GitCommit {
  std::string commit;         // 40 hex digits
  std::optional<bool> clean;  // the folder's files are those of the commit, the project file among them; none: git did not tell in time
};
// Nothing where the folder is in no repository of git, or git is not installed. Asks the program git, for at most `seconds`; nothing of the
// repository's settings is run by it (hooks, file system monitor).
std::optional<GitCommit> gitCommitOf(const std::string& folder, const std::string& projectFile, double seconds = 2);

}  // namespace stepscope
