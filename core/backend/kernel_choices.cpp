// The table of chosen kernels on disk: "key<TAB>kernel" a line. It only saves time, so no trouble with the file is an error.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/backend/backend.h"

namespace stepscope {

namespace fs = std::filesystem;

std::optional<std::string> KernelChoices::find(const std::string& key) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return std::nullopt;
  return found->second;
}

void KernelChoices::set(const std::string& key, const std::string& kernel) {
  entries_.insert_or_assign(key, kernel);
}

KernelChoices KernelChoices::load(const std::string& path) {
  KernelChoices choices;
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || tab == 0 || tab + 1 == line.size() || line.find('\t', tab + 1) != std::string::npos) continue;
    choices.set(line.substr(0, tab), line.substr(tab + 1));
  }
  return choices;
}

void KernelChoices::save(const std::string& path) const {
  if (path.empty()) return;
  std::error_code failed;
  const fs::path target(path);
  if (target.has_parent_path()) fs::create_directories(target.parent_path(), failed);
  // A file of this process alone, then renamed: readers see the old table or the new one.
  const fs::path temporary(path + "." + std::to_string(getpid()) + ".tmp");
  {
    std::ofstream file(temporary, std::ios::trunc);
    for (const auto& [key, kernel] : entries_) file << key << '\t' << kernel << '\n';
    file.close();
    if (!file) {
      fs::remove(temporary, failed);
      return;
    }
  }
  fs::rename(temporary, target, failed);
  if (failed) fs::remove(temporary, failed);
}

std::string KernelChoices::defaultPath(std::string_view backend) {
  fs::path folder;
  // The base directory specification ignores a relative XDG_CACHE_HOME.
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && cache[0] == '/')
    folder = cache;
  else if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
    folder = fs::path(home) / ".cache";
  else
    return {};  // nowhere to keep it: load() finds nothing and save() does nothing
  return (folder / "stepscope" / ("kernels-" + std::string(backend) + ".tsv")).string();
}

}  // namespace stepscope
