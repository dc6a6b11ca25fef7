#include "core/store/schema.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "core/store/run_span.h"

namespace stepscope {
namespace {

// NaN is NULL in a REAL column. Chunks keep their bytes in another table than the columns that overviews read, so that an overview never reads
// points. A superseded chunk contains points after the checkpoint from which a run was resumed: kept, but not shown.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES('oldest_reader', '1');
CREATE TABLE run(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  model TEXT NOT NULL,
  status INTEGER NOT NULL,
  message TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  seconds REAL,
  step INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  configuration TEXT NOT NULL,
  finals TEXT NOT NULL,
  trashed_ms INTEGER,
  owner_host TEXT NOT NULL DEFAULT '',
  owner_boot TEXT NOT NULL DEFAULT '',
  owner_namespace TEXT NOT NULL DEFAULT '',
  owner_pid INTEGER NOT NULL DEFAULT 0,
  owner_start INTEGER NOT NULL DEFAULT 0,
  heartbeat_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE series(
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  n INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  last_value REAL,
  min REAL,
  max REAL,
  UNIQUE(run_id, key)
) STRICT;
CREATE TABLE chunk_data(
  id INTEGER PRIMARY KEY,
  codec INTEGER NOT NULL,
  crc32 INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;
CREATE TABLE series_chunk(
  series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  superseded INTEGER NOT NULL,
  n INTEGER NOT NULL,
  first_step INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  min REAL,
  max REAL,
  last REAL,
  data_id INTEGER NOT NULL,
  buckets BLOB NOT NULL,
  PRIMARY KEY(series_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE series_tail(
  series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE,
  i INTEGER NOT NULL,
  step INTEGER NOT NULL,
  wall REAL,
  value REAL,
  PRIMARY KEY(series_id, i)
) STRICT, WITHOUT ROWID;
CREATE TABLE marker(
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
  superseded INTEGER NOT NULL,
  step INTEGER NOT NULL,
  wall REAL,
  kind TEXT NOT NULL,
  label TEXT NOT NULL
) STRICT;
CREATE INDEX marker_run ON marker(run_id, id);
CREATE TABLE artefact(
  run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY(run_id, name)
) STRICT;
)sql";

// Histograms of weights and gradients: one row per tensor and step, the bins as bytes. Readers of format 1 can still read the file.
constexpr const char* kVersion2 = R"sql(
CREATE TABLE histogram(
  run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
  parameter TEXT NOT NULL,
  gradient INTEGER NOT NULL,
  step INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY(run_id, parameter, gradient, step)
) STRICT, WITHOUT ROWID;
)sql";

// Spans of switches, the user's notes, the log. run_change counts changes in the whole store: a list of runs asks only for changes that are
// new to it. Its rows stay if a run is deleted permanently. not_finite is -1 if it was not counted.
constexpr const char* kVersion3 = R"sql(
ALTER TABLE run ADD COLUMN spans TEXT NOT NULL DEFAULT '[]';
ALTER TABLE run ADD COLUMN out_of_memory INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE run ADD COLUMN starred INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN run_group TEXT NOT NULL DEFAULT '';
ALTER TABLE series ADD COLUMN not_finite INTEGER NOT NULL DEFAULT -1;
CREATE TABLE run_change(run_id INTEGER PRIMARY KEY, change INTEGER NOT NULL) STRICT;
INSERT INTO run_change SELECT id, id FROM run;
CREATE INDEX run_change_order ON run_change(change);
CREATE TABLE log(
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
  unix_ms INTEGER NOT NULL,
  level INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX log_run ON log(run_id, id);
CREATE TABLE setting(name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
)sql";

// Fills the new column `spans` for runs of old versions, which stored one row per change of the switches in an artefact.
void fillSpans(const Connection& connection) {
  std::vector<std::pair<std::int64_t, std::string>> found;
  {
    Statement select = connection.prepare("SELECT r.id, r.step, a.text FROM run r JOIN artefact a ON a.run_id=r.id AND a.name='switches'");
    while (select.step()) found.emplace_back(select.integer(0), spansText(spansOfSwitchRows(select.text(2), select.integer(1))));
  }
  Statement update = connection.prepare("UPDATE run SET spans=?2 WHERE id=?1");
  for (const auto& [run, spans] : found) update.bind(1, run).bind(2, std::string_view(spans)).run();
}

constexpr std::array<Migration, 3> kMigrations = {{{1, kVersion1}, {2, kVersion2}, {3, kVersion3, fillSpans}}};

constexpr std::uintmax_t kSmallestPage = 512;

std::string backupPath(const std::string& path, std::int64_t version) {
  const std::filesystem::path file(path);
  const std::string stem = (file.parent_path() / file.stem()).string();
  std::string candidate = fmt::format("{}.bak-v{}.db", stem, version);
  for (int i = 2; std::filesystem::exists(candidate); ++i) candidate = fmt::format("{}.bak-v{}-{}.db", stem, version, i);
  return candidate;
}

}  // namespace

std::span<const Migration> migrations() {
  return kMigrations;
}

StoreIdentity identify(const Connection& connection) {
  StoreIdentity identity;
  // SQLite takes a file shorter than its smallest page for an empty database, and would overwrite it.
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(connection.path(), error);
  if (!error && size > 0 && size < kSmallestPage)
    throw Error(ErrorKind::Input, connection.path(), "the file is not an SQLite database",
                "The file is left as it is; move it away to start a new store");
  // Reads all three in one snapshot, because another process may be creating the store.
  connection.execute("SAVEPOINT identity");
  const std::int64_t application = connection.integer("PRAGMA application_id");
  identity.version = connection.integer("PRAGMA user_version");
  const std::int64_t objects = connection.integer("SELECT count(*) FROM sqlite_schema");
  connection.execute("RELEASE identity");
  identity.empty = application == 0 && identity.version == 0 && objects == 0;
  if (identity.empty) return identity;
  if (application != kApplicationId || identity.version <= 0)
    throw Error(ErrorKind::Input, connection.path(), "this is an SQLite database of another program, not a store of Stepscope",
                "The file is left as it is; move it away to start a new store");
  if (connection.integer("SELECT count(*) FROM sqlite_schema WHERE type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL%'") != 0)
    throw Error(ErrorKind::Input, connection.path(), "the database holds views, triggers or virtual tables, which Stepscope never makes",
                "The file is left as it is; put back a backup of it");
  return identity;
}

void migrate(const Connection& connection, std::span<const Migration> steps) {
  const std::int64_t newest = steps.empty() ? 0 : steps.back().to;
  std::int64_t version = connection.integer("PRAGMA user_version");
  if (version > newest)
    throw Error(ErrorKind::Input, connection.path(),
                fmt::format("the store was made by a newer Stepscope (its format is {}, this program writes {})", version, newest),
                "Update Stepscope; until then the runs can be looked at where this version can read them, and nothing is changed");
  if (version == newest) return;
  if (version > 0) {
    const std::string backup = backupPath(connection.path(), version);
    Statement copy = connection.prepare("VACUUM INTO ?1");
    copy.bind(1, std::string_view(backup)).run();
  }
  for (const Migration& step : steps) {
    if (step.to <= version) continue;
    Transaction transaction(connection, Transaction::Kind::Exclusive);
    version = connection.integer("PRAGMA user_version");
    if (step.to <= version) continue;  // another process was faster
    connection.execute(step.sql);
    if (step.then) step.then(connection);
    if (Statement broken = connection.prepare("PRAGMA foreign_key_check"); broken.step())
      throw Error(ErrorKind::Internal, connection.path(), fmt::format("the upgrade to format {} would break references", step.to),
                  "The store is left as it was; please report this");
    connection.execute(fmt::format("PRAGMA application_id={}", kApplicationId));
    connection.execute(fmt::format("PRAGMA user_version={}", step.to));
    transaction.commit();
    version = step.to;
  }
}

}  // namespace stepscope
