// What the file system below a path can do for a database.
#pragma once

#include <string>

namespace stepscope {

// "NFS", "SMB", ... when the folder lies on a network or FUSE file system, whose shared memory and locks SQLite's write-ahead log cannot
// rely on (https://www.sqlite.org/wal.html); empty for a local one.
std::string networkFileSystem(const std::string& directory);

// A folder with something in it that stands where that of a new run is to be: of a store that was moved away, or of an import that was killed. It is
// renamed to what is returned, and lost is nothing; empty: there was none, or it cannot be renamed.
std::string setAside(const std::string& folder);

}  // namespace stepscope
