#include "core/store/care/store_tools.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "core/base/units.h"
#include "core/store/buckets.h"
#include "core/store/care/salvage.h"
#include "core/store/chunk.h"
#include "core/store/file_system.h"
#include "core/store/process_identity.h"
#include "core/store/run_rows.h"
#include "core/store/schema.h"
#include "core/store/writer/write_lock.h"
#include "core/store/writer/writer_session.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostProblems = 100;

std::int64_t bytesOf(const std::string& path) {
  std::int64_t sum = 0;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code error;
    const auto size = fs::file_size(path + suffix, error);
    if (!error) sum += static_cast<std::int64_t>(size);
  }
  return sum;
}

void requireFile(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw Error(ErrorKind::Input, path, "nothing was trained in this project yet, so it has no store", "Train it first");
}

bool sameNumber(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

struct Progress {
  const StoreProgress& tell;
  std::int64_t whole = 1, done = 0;
  bool step() {
    ++done;
    return tell && done % 64 == 0 && tell(static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(1, whole)));
  }
};

class Checker {
 public:
  Checker(StoreCheck& check, const Connection& connection) : check_(check), connection_(connection) {}

  void say(const std::string& problem) {
    if (check_.problems.size() < kMostProblems) check_.problems.push_back(problem);
  }

  // Each part is checked separately, so that one bad page does not prevent the other checks.
  template <typename Work>
  void part(const char* what, Work&& work) {
    try {
      work();
    } catch (const Error& error) {
      say(fmt::format("{}: {}", what, error.happened()));
    }
  }

  void structure() {
    Statement check = connection_.prepare("PRAGMA integrity_check(20)");
    while (check.step())
      if (const std::string line = check.display(0); line != "ok") say("SQLite: " + line);
    Statement keys = connection_.prepare("PRAGMA foreign_key_check");
    std::int64_t broken = 0;
    while (keys.step()) ++broken;
    if (broken > 0) say(fmt::format("{} rows belong to runs or series that are not there", broken));
  }

  void counts() {
    check_.runs = connection_.integer("SELECT count(*) FROM run WHERE trashed_ms IS NULL");
    check_.binned = connection_.integer("SELECT count(*) FROM run WHERE trashed_ms>=0");
    check_.series = connection_.integer("SELECT count(*) FROM series");
    check_.chunks = connection_.integer("SELECT count(*) FROM series_chunk");
    if (const std::int64_t lost = connection_.integer("SELECT count(*) FROM chunk_data WHERE id NOT IN (SELECT data_id FROM series_chunk)"); lost > 0)
      say(fmt::format("{} chunks of points belong to no series; compacting the store frees them", lost));
  }

  // One series: its chunks and tail against its summary.
  void series(std::int64_t id, const std::string& name, Progress& progress) {
    std::int64_t n = 0, lastStep = 0;
    double least = std::numeric_limits<double>::quiet_NaN(), most = least, last = least;
    const auto add = [&](const Bucket& bucket, std::int64_t count) {
      least = std::fmin(least, bucket.min);
      most = std::fmax(most, bucket.max);
      last = bucket.last;
      lastStep = bucket.lastStep;
      n += count;
    };
    Statement chunks = connection_.prepare(
        "SELECT c.seq, c.superseded, c.n, c.buckets, d.codec, d.crc32, d.data FROM series_chunk c LEFT JOIN chunk_data d ON d.id=c.data_id WHERE "
        "c.series_id=?1 ORDER BY c.seq");
    chunks.bind(1, id);
    std::vector<Point> points;
    while (chunks.step()) {
      if (progress.step()) {
        check_.cancelled = true;
        return;
      }
      const std::string where = fmt::format("{}, chunk {}", name, chunks.integer(0));
      if (chunks.isNull(4)) {
        say(where + ": its points are not there");
        continue;
      }
      points.clear();
      try {
        decodePoints(chunks.blob(6), chunks.integer(4), chunks.integer(5), chunks.integer(2), where, points);
        decodeBuckets(chunks.blob(3), chunks.integer(2), where);
      } catch (const Error& error) {
        say(where + ": " + error.happened());
        continue;
      }
      check_.points += static_cast<std::int64_t>(points.size());
      if (chunks.integer(1) == 0) add(bucketOf(std::span<const Point>(points)), static_cast<std::int64_t>(points.size()));
    }
    points.clear();
    Statement tail = connection_.prepare("SELECT step, wall, value FROM series_tail WHERE series_id=?1 ORDER BY i");
    tail.bind(1, id);
    while (tail.step()) points.push_back({tail.integer(0), tail.real(1), tail.real(2)});
    check_.points += static_cast<std::int64_t>(points.size());
    if (!points.empty()) add(bucketOf(std::span<const Point>(points)), static_cast<std::int64_t>(points.size()));
    Statement summary = connection_.prepare("SELECT n, last_step, last_value, min, max FROM series WHERE id=?1");
    if (!summary.bind(1, id).step()) return;
    if (summary.integer(0) != n) say(fmt::format("{}: its summary says {} points, there are {}", name, summary.integer(0), n));
    // Old versions included infinite values in minimum and maximum.
    const bool finite = std::isfinite(summary.real(3)) && std::isfinite(summary.real(4));
    if (n == summary.integer(0) && n > 0 &&
        (summary.integer(1) != lastStep || !sameNumber(summary.real(2), last) ||
         (finite && (!sameNumber(summary.real(3), least) || !sameNumber(summary.real(4), most)))))
      say(name + ": its summary disagrees with its points");
  }

  void allSeries(const StoreProgress& tell) {
    struct One {
      std::int64_t id;
      std::string name;
    };
    std::vector<One> all;
    {
      Statement select = connection_.prepare("SELECT id, run_id, key FROM series ORDER BY id");
      while (select.step()) all.push_back({select.integer(0), fmt::format("run {}, {}", select.integer(1), select.text(2))});
    }
    Progress progress{tell, check_.chunks, 0};
    for (const One& one : all) {
      if (check_.cancelled) return;
      part(one.name.c_str(), [&] { series(one.id, one.name, progress); });
    }
  }

 private:
  StoreCheck& check_;
  const Connection& connection_;
};

// Throws Error (Busy) if a process trains in this store: its new points and the changes made here could overwrite each other.
void requireNobodyTrains(const Connection& connection) {
  Statement running = connection.prepare("SELECT name, owner_host, owner_boot, owner_namespace, owner_pid, owner_start FROM run WHERE status=?1");
  running.bind(1, codeOf(RunStatus::Running));
  while (running.step())
    if (const ProcessIdentity owner{running.text(1), running.text(2), running.text(3), running.integer(4), running.integer(5)}; !isDead(owner))
      throw Error(ErrorKind::Busy, connection.path(), fmt::format("{} is being trained by process {}", running.text(0), owner.pid),
                  "Stop it or wait until it has ended");
}

std::string freeName(const std::string& path, const char* what) {
  const fs::path file(path);
  for (int i = 1;; ++i) {
    const std::string name = (file.parent_path() / file.stem()).string() + fmt::format(".{}-{}.db", what, i);
    std::error_code error;
    if (!fs::exists(name, error)) return name;
  }
}

std::string newestBackup(const std::string& path) {
  const fs::path file(path);
  const std::string backup = (file.parent_path() / file.stem()).string() + ".backup-1.db";
  std::error_code error;
  return fs::exists(backup, error) ? backup : std::string();
}

// Gives a file a second name (a hard link), or makes a copy if the file system has no links.
void alsoCall(const std::string& from, const std::string& to) {
  std::error_code error;
  if (!fs::exists(from, error)) return;
  fs::create_hard_link(from, to, error);
  if (error) fs::copy_file(from, to, error);
  if (error)
    throw Error(ErrorKind::Resource, to, fmt::format("the damaged store cannot be kept under this name: {}", error.message()),
                "Free some disk space, and give yourself write permission for the folder");
}

void move(const std::string& from, const std::string& to) {
  std::error_code error;
  if (!fs::exists(from, error)) return;
  fs::rename(from, to, error);
  if (error)
    throw Error(ErrorKind::Resource, from, fmt::format("it cannot be renamed to {}: {}", to, error.message()),
                "Give yourself write permission for the folder");
}

// Replaces `path` by `fresh`; the old file is kept as `kept`. If the process is killed, there is always a store at `path`: first the old one, then
// the old one without its log (which is kept too, and must not be beside the new store), then the new one.
void exchange(const std::string& path, const std::string& fresh, const std::string& kept) {
  std::error_code error;
  try {
    for (const char* suffix : {"", "-wal"}) alsoCall(path + suffix, kept + suffix);
  } catch (const Error&) {
    for (const char* suffix : {"", "-wal"}) fs::remove(kept + suffix, error);
    throw;
  }
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(path + suffix, error);
  move(fresh, path);
}

}  // namespace

StoreCheck checkStore(const std::string& path, const StoreProgress& progress) {
  requireFile(path);
  StoreCheck check;
  check.path = path;
  check.bytes = bytesOf(path);
  try {
    const std::unique_ptr<Connection> connection = openForReading(path);
    if (!connection) {
      check.readable = true;  // empty: its process was killed before the first commit
      return check;
    }
    check.version = connection->integer("PRAGMA user_version");
    check.readable = true;
    Checker checker(check, *connection);
    checker.part("the structure", [&] { checker.structure(); });
    checker.part("the list of runs", [&] { checker.counts(); });
    checker.part("the series", [&] { checker.allSeries(progress); });
    check.repairable = !check.problems.empty();
  } catch (const DatabaseError& error) {
    check.problems.push_back(std::string(error.what()));
    check.repairable = error.primaryCode() == SQLITE_CORRUPT;
  } catch (const Error& error) {
    check.problems.push_back(std::string(error.what()));
  }
  return check;
}

StoreRepair repairStore(const std::string& path, const StoreProgress& progress) {
  requireFile(path);
  StoreRepair repair;
  repair.path = path;
  WriteLock lock(path);
  const WriteLockGuard guard(lock);
  {
    const StoreCheck check = checkStore(path, progress);
    repair.runs = check.runs + check.binned;
    repair.points = check.points;
    if (check.readable && check.problems.empty()) return repair;
  }
  const std::string fresh = path + ".repair-tmp-" + std::to_string(::getpid());
  const auto forget = [&] {
    std::error_code error;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(fresh + suffix, error);
  };
  forget();
  try {
    std::unique_ptr<Connection> damaged;
    try {
      damaged = openForReading(path);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::Resource) throw;  // a disk error, not a damaged file
      const std::string backup = newestBackup(path);
      throw Error(error.kind(), path, "nothing of it can be read: " + error.happened(),
                  backup.empty() ? "There is no backup next to it; the file is left as it is"
                                 : "The file is left as it is. The newest backup is " + backup + "; replace the store with it");
    }
    if (!damaged) throw Error(ErrorKind::Input, path, "the file is empty", "There is nothing to repair");
    try {
      requireNobodyTrains(*damaged);
    } catch (const DatabaseError&) {  // the list of runs is damaged, so it cannot be asked
    }
    salvage(*damaged, fresh, repair);
    damaged.reset();
    repair.damaged = freeName(path, "damaged");
    exchange(path, fresh, repair.damaged);
  } catch (const Error& error) {
    forget();
    if (error.kind() != ErrorKind::Resource) throw;
    throw Error(error.kind(), path,
                fmt::format("the repaired store, a file of about {}, cannot be written: {}", text::bytes(static_cast<double>(bytesOf(path))),
                            error.happened()),
                "The damaged file is left as it is. Free some disk space, then repair it again");
  } catch (...) {
    forget();
    throw;
  }
  return repair;
}

StoreCompaction compactStore(const std::string& path, bool emptyBin) {
  requireFile(path);
  StoreCompaction compaction;
  compaction.bytesBefore = bytesOf(path);
  {
    WriterSession session(path);
    std::vector<RunId> binned;
    {
      const Connection reading(path, SQLITE_OPEN_READWRITE);
      reading.harden();
      requireNobodyTrains(reading);
      Statement select = reading.prepare("SELECT id FROM run WHERE trashed_ms>=0");
      while (select.step()) binned.push_back(select.integer(0));
    }
    if (emptyBin)
      for (const RunId run : binned) {
        session.transaction(true, [&] { session.purge(run); });
        ++compaction.purged;
      }
    session.vacuum();
  }
  compaction.bytesAfter = bytesOf(path);
  return compaction;
}

std::int64_t backUpStore(const std::string& path, const std::string& to, const StoreProgress& progress) {
  requireFile(path);
  std::error_code error;
  if (fs::exists(to, error)) throw Error(ErrorKind::Input, to, "the file exists", "Choose another name, or remove it");
  const std::unique_ptr<Connection> connection = openForReading(path);
  if (!connection) throw Error(ErrorKind::Input, path, "the store is empty", "Train the project first");
  std::error_code unknown;
  const std::string temporary = to + ".tmp-" + std::to_string(::getpid());
  fs::remove(temporary, error);
  try {
    {
      const Connection copy(temporary, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
      sqlite3_backup* backup = sqlite3_backup_init(copy.get(), "main", connection->get(), "main");
      if (!backup) throw Error(ErrorKind::Resource, temporary, "the copy cannot be made", "Choose a folder that may be written");
      constexpr int kPages = 4096;  // 16 MiB
      int code = SQLITE_OK;
      while ((code = sqlite3_backup_step(backup, kPages)) == SQLITE_OK) {
        const int whole = sqlite3_backup_pagecount(backup), left = sqlite3_backup_remaining(backup);
        if (progress && progress(whole > 0 ? 1.0 - static_cast<double>(left) / whole : 0)) break;
      }
      sqlite3_backup_finish(backup);
      if (code != SQLITE_DONE)
        throw Error(ErrorKind::Resource, to,
                    code == SQLITE_OK     ? "the copy was cancelled"
                    : code == SQLITE_FULL ? "the disk is full"
                                          : std::string("the copy failed: ") + sqlite3_errstr(code),
                    "Free some disk space, or choose another folder");
      if (const std::string said = copy.text("PRAGMA quick_check(1)"); said != "ok")
        throw Error(ErrorKind::Input, path, "the store is damaged, and so would be its copy: " + said, "Repair it first: stepscope-cli store repair");
    }
    move(temporary, to);
  } catch (const DatabaseError& error) {
    fs::remove(temporary, unknown);
    throw Error(error.kind(), error.where() == temporary ? to : error.where(), error.happened(), "Free some disk space, or choose another folder");
  } catch (...) {
    fs::remove(temporary, error);
    throw;
  }
  return static_cast<std::int64_t>(fs::file_size(to, error));
}

}  // namespace stepscope
