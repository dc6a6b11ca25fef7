// What the file system below a path can do for a database.
#pragma once

#include <memory>
#include <string>

#include "core/store/database.h"

namespace stepscope {

// "NFS", "SMB", ... when the folder is on a network or FUSE file system, whose shared memory and locks SQLite's write-ahead log cannot
// rely on (https://www.sqlite.org/wal.html); empty for a local one.
std::string networkFileSystem(const std::string& directory);

// A folder with something in it that stands where that of a new run is to be: of a store that was moved away, or of an import that was killed. It is
// renamed to what is returned, and lost is nothing; empty: there was none, or it cannot be renamed.
std::string setAside(const std::string& folder);

// A connection that reads a store and never changes it: damaged, foreign, newer, or in a folder that may not be written.
// Null where the file is empty. Throws Error naming the file that is not a store of ours, is too new, or is no database.
std::unique_ptr<Connection> openForReading(const std::string& path);
// What SQLite opens of a file that nobody writes: nothing beside it is looked at, and no lock is taken.
std::string uriAtRest(const std::string& path);

// Columns of every version of the store.
inline constexpr const char* kRunColumns =
    "r.id, r.name, r.model, r.status, r.message, r.created_ms, r.seconds, r.step, r.epoch, r.configuration, r.finals, r.owner_host, "
    "r.owner_boot, r.owner_namespace, r.owner_pid, r.owner_start";
// Columns that version 3 added.
inline constexpr const char* kOwnColumns = ", r.spans, r.out_of_memory, r.note, r.tags, r.starred, r.archived, r.run_group";

}  // namespace stepscope
