// Cache files: their paths, and atomic replacement. They only save time and can be deleted at any time.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

// $XDG_CACHE_HOME/stepscope/<name>, else ~/.cache/stepscope/<name>; empty if neither is set.
std::string cacheFile(std::string_view name);
// Writes `text` to a temporary file of this process and renames it to `path`: a reader sees either the old or the new contents. Failures are ignored,
// because a cache file only saves time.
void saveCacheFile(const std::string& path, const std::string& text);

}  // namespace stepscope
