#include "core/store/care/salvage.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include "core/store/buckets.h"
#include "core/store/chunk.h"
#include "core/store/schema.h"

namespace stepscope {
namespace {

struct Table {
  const char* name;
  const char* key;  // the columns by which its rows are ordered
};
// Tables that others refer to come first.
constexpr Table kTables[] = {{"meta", "key"},
                             {"run", "id"},
                             {"series", "id"},
                             {"chunk_data", "id"},
                             {"series_chunk", "series_id, seq"},
                             {"series_tail", "series_id, i"},
                             {"marker", "id"},
                             {"artefact", "rowid"},
                             {"histogram", "run_id, parameter, gradient, step"},
                             {"run_change", "run_id"},
                             {"log", "id"},
                             {"setting", "name"}};

std::vector<std::string> columnsOf(const Connection& connection, const char* table) {
  std::vector<std::string> columns;
  Statement info = connection.prepare(fmt::format("PRAGMA table_info({})", table));
  while (info.step()) columns.push_back(info.display(1));
  return columns;
}

std::string descending(std::string key) {
  for (std::size_t at = key.find(','); at != std::string::npos; at = key.find(',', at + 6)) key.insert(at, " DESC");
  return key + " DESC";
}

void copyValue(sqlite3_stmt* to, int index, sqlite3_value* value) {
  sqlite3_bind_value(to, index, value);
}

// Copies rows in one direction until the end or until the damage; returns false in the second case. Adds to `refused` the rows that already exist in
// `to` or break a rule of the table.
bool copyRows(const Connection& from, const Connection& to, const std::string& select, const std::string& insert, int columns,
              std::int64_t& refused) {
  sqlite3_stmt* read = nullptr;
  sqlite3_stmt* write = nullptr;
  struct Finalize {
    sqlite3_stmt*& statement;
    ~Finalize() { sqlite3_finalize(statement); }
  } readEnd{read}, writeEnd{write};
  if (sqlite3_prepare_v2(from.get(), select.c_str(), -1, &read, nullptr) != SQLITE_OK) return false;
  if (sqlite3_prepare_v2(to.get(), insert.c_str(), -1, &write, nullptr) != SQLITE_OK)
    throw DatabaseError(ErrorKind::Internal, to.path(), sqlite3_errmsg(to.get()), {}, SQLITE_ERROR);
  int code = SQLITE_OK;
  while ((code = sqlite3_step(read)) == SQLITE_ROW) {
    for (int column = 0; column < columns; ++column) copyValue(write, column + 1, sqlite3_column_value(read, column));
    const int wrote = sqlite3_step(write);
    // A row that breaks a rule of the table counts as damaged.
    if (wrote != SQLITE_DONE && (wrote & 0xFF) != SQLITE_CONSTRAINT && (wrote & 0xFF) != SQLITE_MISMATCH)
      throw DatabaseError(ErrorKind::Resource, to.path(), (wrote & 0xFF) == SQLITE_FULL ? "the disk is full" : sqlite3_errmsg(to.get()),
                          "Free some disk space", wrote);
    refused += wrote != SQLITE_DONE || sqlite3_changes(to.get()) == 0;
    sqlite3_reset(write);
  }
  return code == SQLITE_DONE;
}

std::int64_t rowsOf(const Connection& connection, const char* table) {
  return connection.integer(fmt::format("SELECT count(*) FROM {}", table));
}

void copyTable(const Connection& from, const Connection& to, const Table& table, StoreRepair& repair) {
  std::vector<std::string> have;
  try {
    have = columnsOf(from, table.name);
  } catch (const Error& error) {
    repair.notes.push_back(fmt::format("{}: {}", table.name, error.happened()));
    return;
  }
  std::string names, marks;
  int count = 0;
  for (const std::string& column : columnsOf(to, table.name)) {
    if (std::find(have.begin(), have.end(), column) == have.end()) continue;
    names += (names.empty() ? "" : ", ") + column;
    marks += fmt::format("{}?{}", marks.empty() ? "" : ", ", ++count);
  }
  if (count == 0) return;  // the version of the damaged store does not have that table
  const std::string insert = fmt::format("INSERT OR IGNORE INTO {}({}) VALUES({})", table.name, names, marks);
  const std::string select = fmt::format("SELECT {} FROM {} ORDER BY ", names, table.name);
  std::int64_t refused = 0, again = 0;
  const std::int64_t before = rowsOf(to, table.name);  // a new store has some rows
  const bool whole = copyRows(from, to, select + table.key, insert, count, refused);
  if (refused > before)
    repair.notes.push_back(fmt::format("{}: rows that occur twice or violate a rule of the table: {}", table.name, refused - before));
  if (whole) return;
  copyRows(from, to, select + descending(table.key), insert, count, again);
  repair.notes.push_back(fmt::format("{}: a part of the table cannot be read", table.name));
}

// Removes points whose bytes are damaged, and the rows that refer to them. summarize() reports the lost points that were not superseded, by series.
void dropDamagedChunks(const Connection& store, StoreRepair& repair) {
  struct Chunk {
    std::int64_t series, seq, n;
    bool superseded;
  };
  std::vector<Chunk> bad;
  {
    Statement select = store.prepare(
        "SELECT c.series_id, c.seq, c.n, c.buckets, d.codec, d.crc32, d.data, c.superseded FROM series_chunk c LEFT JOIN chunk_data d ON d.id=c.data_id");
    std::vector<Point> points;
    while (select.step()) {
      points.clear();
      try {
        decodePoints(select.blob(6), select.integer(4), select.integer(5), select.integer(2), "", points);
        decodeBuckets(select.blob(3), select.integer(2), "");
      } catch (const Error&) {
        bad.push_back({select.integer(0), select.integer(1), select.integer(2), select.integer(7) != 0});
      }
    }
  }
  Statement drop = store.prepare("DELETE FROM series_chunk WHERE series_id=?1 AND seq=?2");
  std::int64_t superseded = 0;
  for (const Chunk& chunk : bad) {
    drop.bind(1, chunk.series).bind(2, chunk.seq).run();
    ++repair.lostChunks;
    if (chunk.superseded) superseded += std::max<std::int64_t>(0, chunk.n);
  }
  if (superseded > 0) repair.notes.push_back(fmt::format("{} points that had been superseded by a resume are lost", superseded));
  repair.lostPoints += superseded;
}

// Reports the runs and series whose own row is lost, and removes the rows that refer to them.
void dropOrphans(const Connection& store, StoreRepair& repair) {
  {
    Statement runs = store.prepare(
        "SELECT run_id FROM (SELECT run_id FROM series UNION SELECT run_id FROM marker UNION SELECT run_id FROM artefact UNION SELECT run_id FROM "
        "histogram UNION SELECT run_id FROM log) WHERE run_id NOT IN (SELECT id FROM run) ORDER BY run_id");
    while (runs.step()) {
      ++repair.lostRuns;
      repair.notes.push_back(fmt::format("run {}: its own row cannot be read, and with it the run is lost", runs.integer(0)));
    }
  }
  {
    Statement series = store.prepare("SELECT run_id, key, n FROM series WHERE run_id NOT IN (SELECT id FROM run) ORDER BY run_id, key");
    while (series.step()) repair.losses.push_back({series.integer(0), series.text(1), series.integer(2), 0});
  }
  const std::int64_t nobodys = store.integer(
      "SELECT coalesce((SELECT sum(n) FROM series_chunk WHERE series_id NOT IN (SELECT id FROM series)), 0) + "
      "(SELECT count(*) FROM series_tail WHERE series_id NOT IN (SELECT id FROM series))");
  if (nobodys > 0) {
    repair.notes.push_back(fmt::format("{} points of unknown series are lost", nobodys));
    repair.lostPoints += nobodys;
  }
  store.execute(R"sql(
DELETE FROM series WHERE run_id NOT IN (SELECT id FROM run);
DELETE FROM series_chunk WHERE series_id NOT IN (SELECT id FROM series);
DELETE FROM series_tail WHERE series_id NOT IN (SELECT id FROM series);
DELETE FROM chunk_data WHERE id NOT IN (SELECT data_id FROM series_chunk);
DELETE FROM marker WHERE run_id NOT IN (SELECT id FROM run);
DELETE FROM artefact WHERE run_id NOT IN (SELECT id FROM run);
DELETE FROM histogram WHERE run_id NOT IN (SELECT id FROM run);
DELETE FROM log WHERE run_id NOT IN (SELECT id FROM run);
INSERT OR IGNORE INTO run_change SELECT id, id FROM run;
)sql");
}

void summarize(const Connection& store, StoreRepair& repair) {
  struct Series {
    std::int64_t id;
    StoreRepair::Loss loss;
  };
  std::vector<Series> all;
  {
    Statement select = store.prepare("SELECT id, run_id, key, n FROM series ORDER BY run_id, key");
    while (select.step()) all.push_back({select.integer(0), {select.integer(1), select.text(2), select.integer(3), 0}});
  }
  Statement chunks = store.prepare("SELECT n, last_step, min, max, last FROM series_chunk WHERE series_id=?1 AND superseded=0 ORDER BY seq");
  Statement tail = store.prepare("SELECT step, wall, value FROM series_tail WHERE series_id=?1 ORDER BY i");
  Statement update = store.prepare("UPDATE series SET n=?2, last_step=?3, last_value=?4, min=?5, max=?6, not_finite=-1 WHERE id=?1");
  for (auto& [id, loss] : all) {
    std::int64_t n = 0, lastStep = 0;
    double last = std::numeric_limits<double>::quiet_NaN(), least = last, most = last;
    chunks.bind(1, id);
    while (chunks.step()) {
      n += chunks.integer(0);
      lastStep = chunks.integer(1);
      least = std::fmin(least, chunks.real(2));
      most = std::fmax(most, chunks.real(3));
      last = chunks.real(4);
    }
    chunks.reset();
    std::vector<Point> points;
    tail.bind(1, id);
    while (tail.step()) points.push_back({tail.integer(0), tail.real(1), tail.real(2)});
    tail.reset();
    if (!points.empty()) {
      const Bucket bucket = bucketOf(std::span<const Point>(points));
      n += static_cast<std::int64_t>(points.size());
      lastStep = bucket.lastStep;
      least = std::fmin(least, bucket.min);
      most = std::fmax(most, bucket.max);
      last = bucket.last;
    }
    update.bind(1, id).bind(2, n).bind(3, lastStep).bind(4, last).bind(5, least).bind(6, most).run();
    repair.points += n;
    loss.after = n;
    if (loss.after < loss.before) repair.losses.push_back(loss);
  }
}

// Writes what was lost into the logs of the runs.
void tellLosses(const Connection& store, StoreRepair& repair) {
  std::stable_sort(repair.losses.begin(), repair.losses.end(), [](const auto& a, const auto& b) { return a.run < b.run; });
  Statement insert = store.prepare("INSERT INTO log(run_id, unix_ms, level, text) SELECT id, ?2, ?3, ?4 FROM run WHERE id=?1");
  const std::int64_t now = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  for (const StoreRepair::Loss& loss : repair.losses) {
    repair.lostPoints += loss.before - loss.after;
    const std::string text =
        fmt::format("the store was damaged and repaired: of the {} points of {}, {} are left", loss.before, loss.series, loss.after);
    insert.bind(1, loss.run).bind(2, now).bind(3, static_cast<std::int64_t>(LogLine::Level::Warning)).bind(4, std::string_view(text)).run();
  }
}

}  // namespace

void salvage(const Connection& damaged, const std::string& fresh, StoreRepair& repair) {
  const Connection store(fresh, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  store.execute("PRAGMA journal_mode=DELETE; PRAGMA foreign_keys=OFF");
  migrate(store, migrations());
  repair.runs = repair.points = 0;
  {
    Transaction transaction(store, Transaction::Kind::Immediate);
    for (const Table& table : kTables) copyTable(damaged, store, table, repair);
    dropDamagedChunks(store, repair);
    dropOrphans(store, repair);
    summarize(store, repair);
    tellLosses(store, repair);
    transaction.commit();
  }
  repair.runs = store.integer("SELECT count(*) FROM run");
  if (repair.runs == 0)
    throw Error(ErrorKind::Input, damaged.path(), "no run in it can be read", "The file is left as it is; put back a backup of it");
  if (const std::string said = store.text("PRAGMA integrity_check(1)"); said != "ok")
    throw Error(ErrorKind::Internal, damaged.path(), "the repaired store is still damaged: " + said, "The file is left as it is; please report this");
}

}  // namespace stepscope
