#include "core/backend/cache_file.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace stepscope {

namespace fs = std::filesystem;

std::string cacheFile(std::string_view name) {
  fs::path folder;
  // The XDG base directory specification ignores a relative XDG_CACHE_HOME.
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && cache[0] == '/') folder = cache;
  else if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/') folder = fs::path(home) / ".cache";
  else return {};
  return (folder / "stepscope" / name).string();
}

void saveCacheFile(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::error_code failed;
  const fs::path target(path);
  if (target.has_parent_path()) fs::create_directories(target.parent_path(), failed);
  const fs::path temporary(path + "." + std::to_string(getpid()) + ".tmp");
  {
    std::ofstream file(temporary, std::ios::trunc | std::ios::binary);
    file << text;
    file.close();
    if (!file) {
      fs::remove(temporary, failed);
      return;
    }
  }
  fs::rename(temporary, target, failed);
  if (failed) fs::remove(temporary, failed);
}

}  // namespace stepscope
