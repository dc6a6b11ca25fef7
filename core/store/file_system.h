// The file of a store: the kind of its file system, and connections that only read it.
#pragma once

#include <memory>
#include <string>

#include "core/store/database.h"

namespace stepscope {

// "NFS", "SMB", ... if the folder is on a network or FUSE file system, whose shared memory and locks are not reliable enough for SQLite's write-ahead
// log (https://www.sqlite.org/wal.html); empty for a local one.
std::string networkFileSystem(const std::string& directory);

// Renames a non-empty folder that is in the place of a new run's folder, from a store that was moved or an import that was killed, so that nothing is
// lost. Returns its new name; empty: there was none, or it cannot be renamed.
std::string setAside(const std::string& folder);

// A read-only connection to a store that may be damaged, foreign, newer, or in a folder without write permission. Null if the file is empty. Throws
// Error if the file is not one of our stores, is too new, or is no database.
std::unique_ptr<Connection> openForReading(const std::string& path);
// A URI with which SQLite opens a file that no process writes, without log files and locks.
std::string uriAtRest(const std::string& path);

// Columns of the table `run` in every version of the store.
inline constexpr const char* kRunColumns =
    "r.id, r.name, r.model, r.status, r.message, r.created_ms, r.seconds, r.step, r.epoch, r.configuration, r.finals, r.owner_host, "
    "r.owner_boot, r.owner_namespace, r.owner_pid, r.owner_start";
// Columns that version 3 added.
inline constexpr const char* kOwnColumns = ", r.spans, r.out_of_memory, r.note, r.tags, r.starred, r.archived, r.run_group";

}  // namespace stepscope
