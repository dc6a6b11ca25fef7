// The tables of the store, and how an older file becomes one of today.
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
  void (*then)(const Connection& connection) = nullptr;  // behind it, in the same transaction
};
std::span<const Migration> migrations();

// What a file is, judged by its header and its list of tables.
struct StoreIdentity {
  bool empty = false;  // no table yet: new, or its maker was killed before the first commit
  std::int64_t version = 0;
};
// Throws Error (Input) naming the file when it is another program's, or holds views or triggers, which ours never do.
StoreIdentity identify(const Connection& connection);

// Brings the file to the version of the last migration; each step is one exclusive transaction in which the version is read again. A file
// that holds something is first copied to "<name>.bak-v<version>.db" beside it. The caller holds the write lock. Throws Error (Input) when
// the file is newer than the last migration.
void migrate(const Connection& connection, std::span<const Migration> steps);

}  // namespace stepscope
