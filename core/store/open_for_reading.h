// A connection that reads a store and never changes it: damaged, foreign, newer, or in a folder that may not be written.
#pragma once

#include <memory>
#include <string>

#include "core/store/database.h"

namespace stepscope {

// Null where the file is empty. Throws Error naming the file that is none of ours, is too new, or is no database.
std::unique_ptr<Connection> openForReading(const std::string& path);
// What SQLite opens of a file that nobody writes: nothing beside it is looked at, and no lock is taken.
std::string uriAtRest(const std::string& path);

// Of every version of the store.
inline constexpr const char* kRunColumns =
    "r.id, r.name, r.model, r.status, r.message, r.created_ms, r.seconds, r.step, r.epoch, r.configuration, r.finals, r.owner_host, "
    "r.owner_boot, r.owner_namespace, r.owner_pid, r.owner_start";
// Of version 3 on.
inline constexpr const char* kOwnColumns = ", r.spans, r.out_of_memory, r.note, r.tags, r.starred, r.archived, r.run_group";

}  // namespace stepscope
