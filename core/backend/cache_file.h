// Paths of tables that only save time, and how they are replaced.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

// $XDG_CACHE_HOME/stepscope/<name>, else ~/.cache/stepscope/<name>; empty if neither is set.
std::string cacheFile(std::string_view name);
// Writes text to a file of this process, then renames it: readers see the old one or the new one. Failures are ignored, because the tables only save
// time.
void saveCacheFile(const std::string& path, const std::string& text);

}  // namespace stepscope
