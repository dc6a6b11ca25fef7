// The tables of the store, and the migrations from older files.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/store/database.h"

namespace stepscope {

constexpr std::int64_t kApplicationId = 0x53545343;  // "STSC", at byte 68 of the file
constexpr std::int64_t kSchemaVersion = 3;           // PRAGMA user_version

struct Migration {
  std::int64_t to;  // the user_version after it
  const char* sql;
  void (*then)(const Connection& connection) = nullptr;  // runs after it, in the same transaction
};
std::span<const Migration> migrations();

// The kind of a file, found from its header and its list of tables.
struct StoreIdentity {
  bool empty = false;  // no table yet: new, or its process was killed before the first commit
  std::int64_t version = 0;
};
// Throws Error (Input) naming the file if it belongs to another program, or has views or triggers, which ours never have.
StoreIdentity identify(const Connection& connection);

// Brings the file to the version of the last migration; each step is one exclusive transaction in which the version is read again. A file with
// content is first copied to "<name>.bak-v<version>.db" beside it. The caller holds the write lock. Throws Error (Input) if the file is newer than
// the last migration.
void migrate(const Connection& connection, std::span<const Migration> steps);

}  // namespace stepscope
