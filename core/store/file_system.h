// What the file system below a path can do for a database.
#pragma once

#include <string>

namespace stepscope {

// "NFS", "SMB", ... when the folder lies on a network or FUSE file system, whose shared memory and locks SQLite's write-ahead log cannot
// rely on (https://www.sqlite.org/wal.html); empty for a local one.
std::string networkFileSystem(const std::string& directory);

}  // namespace stepscope
