#include "core/store/writer/writer_session.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>

#include "core/store/chunk.h"
#include "core/store/file_system.h"
#include "core/store/process_identity.h"
#include "core/store/run_copy.h"
#include "core/store/run_rows.h"
#include "core/store/schema.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr int kCheckpointFrames = 1000;               // of the log, pages of 4 KiB
constexpr int kBulkCommit = 100, kBulkFrames = 8192;  // with a smaller limit an import would wait for the disk at every third commit
constexpr int kRestartFrames = 16384;                 // 64 MiB: the first process that opens a store after a crash reads the whole log
constexpr int kWaitForReadersMs = 300, kWaitAlwaysMs = 5000;
constexpr std::chrono::milliseconds kCheckAtMost{1000};  // time for quick_check after a crash
constexpr std::uintmax_t kLargestChecked = std::uintmax_t{256} << 20;
constexpr const char* kNoDamage = "ok";
constexpr const char* kDied = "Its process ended without finishing the run; resume it from its last checkpoint.";
constexpr std::chrono::hours kBackupEvery{24};
constexpr std::uintmax_t kLargestBackup = std::uintmax_t{64} << 20;
constexpr int kBackups = 3;
constexpr std::int64_t kSilentMs = 10 * 60 * 1000;  // twenty heartbeats, with reserve for clocks that differ

std::int64_t unixMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// Whether another process may still train a run that the user wants to resume. This process knows its own runs. Processes of another machine or
// container cannot be checked; there a
// run counts as free after a long time without a heartbeat, since the user wants to resume it.
bool mayLive(const ProcessIdentity& owner, std::int64_t heartbeatMs) {
  const ProcessIdentity self = thisProcess();
  const bool visible = owner.host == self.host && owner.boot == self.boot && owner.pidNamespace == self.pidNamespace;
  if (visible && owner.pid == self.pid && owner.startTicks == self.startTicks) return false;
  if (isDead(owner)) return false;
  return visible || unixMs() - heartbeatMs < kSilentMs;
}

// The unfinished imports among the runs.
std::vector<RunId> hiddenOf(const Connection& connection, const std::set<RunId>& runs) {
  std::vector<RunId> hidden;
  Statement select = connection.prepare("SELECT id FROM run WHERE trashed_ms=?1");
  select.bind(1, kHiddenMs);
  while (select.step())
    if (const RunId id = select.integer(0); runs.contains(id)) hidden.push_back(id);
  return hidden;
}

int countFrames(void* session, sqlite3*, const char*, int frames) {
  *static_cast<int*>(session) = frames;
  return SQLITE_OK;
}

}  // namespace

WriterSession::WriterSession(const std::string& path) : path_(path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error)
    throw Error(ErrorKind::Resource, folder.string(), fmt::format("the folder for the runs cannot be made: {}", error.message()),
                "Give yourself write permission for the project folder, or copy the project to a folder that you may write to");
  lock_.emplace(path);
  const WriteLockGuard guard(*lock_);
  open();
  if (const std::string network = networkFileSystem(folder.string()); !network.empty()) {
    writeAheadLog_ = false;
    warnings_.push_back(
        fmt::format("{}: the folder lies on {}, where SQLite's write-ahead log is not safe. Runs are saved with a rollback journal, which is slower, "
                    "and reading waits for writing. Move the project to a local disk for full speed.",
                    folder.string(), network));
  }
  // On some file systems SQLite always answers "delete".
  if (writeAheadLog_ && connection_->text("PRAGMA journal_mode=WAL") != "wal") {
    writeAheadLog_ = false;
    warnings_.push_back(
        fmt::format("{}: SQLite's write-ahead log does not work in this folder. Runs are saved with a rollback journal, which is slower. "
                    "Move the project to a local disk for full speed.",
                    folder.string()));
  }
  if (!writeAheadLog_) connection_->setPragma("journal_mode", "delete");
  durable_ = true;
  connection_->setPragma("synchronous", "2");
  connection_->setPragma("foreign_keys", "1");
  connection_->setPragma("journal_size_limit", "67108864");
  sqlite3_wal_hook(connection_->get(), countFrames, &logFrames_);
  migrate(*connection_, migrations());
  countChange_ = connection_->prepare(
      "INSERT INTO run_change(run_id, change) VALUES(?1, (SELECT coalesce(max(change), 0) + 1 FROM run_change)) "
      "ON CONFLICT(run_id) DO UPDATE SET change=excluded.change");
  interruptDeadRuns();
  series_ = std::make_unique<SeriesWriter>(*connection_);
}

void WriterSession::open() {
  connection_ = std::make_unique<Connection>(path_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  connection_->harden();
  const StoreIdentity identity = identify(*connection_);
  if (!identity.empty && identity.version > kSchemaVersion) migrate(*connection_, migrations());  // throws that it is newer
  if (sqlite3_db_readonly(connection_->get(), "main") == 1)
    throw Error(ErrorKind::Resource, fs::path(path_).parent_path().string(), "the runs of the project may be read but not written",
                "Give yourself write permission for the folder and runs.db, or copy the project to a folder that you may write to");
}

WriterSession::~WriterSession() {
  try {
    // Marks the runs of this process whose trainer ended without finish().
    if (!owned_.empty()) transaction(true, [this] { leaveOwned(); });
  } catch (const Error&) {  // the next writer marks them when it finds that our process is gone
  }
  series_.reset();
  countChange_ = {};
  try {
    const WriteLockGuard guard(*lock_);
    sqlite3_busy_timeout(connection_->get(), 200);  // an active reader must not delay the end of the program
    if (writeAheadLog_) checkpoint(SQLITE_CHECKPOINT_TRUNCATE);
    if (wrote_) backUp();
    connection_.reset();
  } catch (const Error&) {  // what is in the log stays there safely
  }
}

void WriterSession::leaveOwned() {
  const ProcessIdentity self = thisProcess();
  for (const RunId id : hiddenOf(*connection_, owned_)) erase(id);
  Statement mark =
      connection_->prepare("UPDATE run SET status=?2, message=?3 WHERE id=?1 AND status=?4 AND owner_pid=?5 AND owner_start=?6 AND owner_boot=?7");
  for (RunId id : owned_) {
    mark.bind(1, id).bind(2, codeOf(RunStatus::Interrupted)).bind(3, std::string_view(kDied)).bind(4, codeOf(RunStatus::Running));
    mark.bind(5, self.pid).bind(6, self.startTicks).bind(7, std::string_view(self.boot)).run();
    changed_.insert(id);
  }
}

void WriterSession::interruptDeadRuns() {
  std::set<RunId> dead;
  {
    Statement running = connection_->prepare("SELECT id, owner_host, owner_boot, owner_namespace, owner_pid, owner_start FROM run WHERE status=?1");
    running.bind(1, codeOf(RunStatus::Running));
    while (running.step()) {
      const ProcessIdentity owner{running.text(1), running.text(2), running.text(3), running.integer(4), running.integer(5)};
      if (isDead(owner)) dead.insert(running.integer(0));
    }
  }
  if (dead.empty()) return;
  checkAfterCrash();
  Transaction transaction(*connection_, Transaction::Kind::Immediate);
  Statement mark = connection_->prepare("UPDATE run SET status=?2, message=?3 WHERE id=?1");
  for (const RunId id : hiddenOf(*connection_, dead)) erase(id);
  for (RunId id : dead) {
    mark.bind(1, id).bind(2, codeOf(RunStatus::Interrupted)).bind(3, std::string_view(kDied)).run();
    changed_.insert(id);
  }
  countChanges();
  transaction.commit();
}

// Called if a process died that may have been writing: checks for at most a second whether the file is intact.
void WriterSession::checkAfterCrash() {
  // Not for a large store (there is `store check` for it): the limit of a second is not exact, and other processes wait meanwhile.
  std::error_code error;
  if (const auto size = fs::file_size(path_, error); error || size > kLargestChecked) return;
  struct Deadline {
    std::chrono::steady_clock::time_point at;
  } deadline{std::chrono::steady_clock::now() + kCheckAtMost};
  sqlite3_progress_handler(
      connection_->get(), 10'000, [](void* limit) { return std::chrono::steady_clock::now() > static_cast<Deadline*>(limit)->at ? 1 : 0; },
      &deadline);
  struct NoHandler {
    sqlite3* database;
    ~NoHandler() { sqlite3_progress_handler(database, 0, nullptr, nullptr); }
  } after{connection_->get()};
  std::string result = kNoDamage;
  try {
    result = connection_->text("PRAGMA quick_check(1)");
  } catch (const DatabaseError& error) {
    if (error.primaryCode() != SQLITE_INTERRUPT) throw;
  }
  if (result != kNoDamage)
    throw DatabaseError(ErrorKind::Input, path_, "the database is damaged: " + result,
                        "The file is left as it is; put back a backup of it (runs.backup-1.db next to it), or save what can be "
                        "read with: stepscope-cli store repair PROJECT",
                        SQLITE_CORRUPT);
}

void WriterSession::transaction(bool durable, const std::function<void()>& work) {
  const WriteLockGuard guard(*lock_);
  const int framesBefore = logFrames_;
  if (durable != durable_ && writeAheadLog_) {  // a rollback journal is always FULL
    connection_->setPragma("synchronous", durable ? "2" : "1");
    durable_ = durable;
  }
  try {
    Transaction transaction(*connection_, Transaction::Kind::Immediate);
    work();
    countChanges();
    transaction.commit();
    wrote_ = true;
  } catch (...) {
    changed_.clear();
    if (series_) series_->forget();
    throw;
  }
  const int frames = logFrames_;
  const bool bulk = frames - (frames > framesBefore ? framesBefore : 0) >= kBulkCommit;
  if (frames >= (bulk ? kBulkFrames : kCheckpointFrames)) checkpoint(SQLITE_CHECKPOINT_PASSIVE);
  if (frames >= restartAt_) restartLog(frames);
}

// Overlapping readers keep SQLite from restarting the write-ahead log, so it would grow without bound. This waits for the current readers and makes a
// checkpoint in the mode RESTART: the next write starts the log from its beginning.
void WriterSession::restartLog(int frames) {
  sqlite3_busy_timeout(connection_->get(), kWaitForReadersMs);
  const int code = sqlite3_wal_checkpoint_v2(connection_->get(), nullptr, SQLITE_CHECKPOINT_RESTART, nullptr, nullptr);
  sqlite3_busy_timeout(connection_->get(), kWaitAlwaysMs);
  // If a reader takes too long, the next attempt comes only after the log has grown by another quarter of the limit.
  restartAt_ = code == SQLITE_OK ? kRestartFrames : frames + kRestartFrames / 4;
}

void WriterSession::checkpoint(int mode) {
  int frames = 0, moved = 0;
  // Active readers are no error: the next checkpoint moves the rest.
  const int code = sqlite3_wal_checkpoint_v2(connection_->get(), nullptr, mode, &frames, &moved);
  if (code == SQLITE_OK && frames == moved) logFrames_ = 0;
}

// At most one backup per day, three are kept: runs.backup-1.db is the newest. Large stores have none, so that closing the window stays fast.
void WriterSession::backUp() const {
  const fs::path file(path_);
  const auto numbered = [&](int number) { return (file.parent_path() / file.stem()).string() + fmt::format(".backup-{}.db", number); };
  std::error_code error;
  const auto newest = fs::last_write_time(numbered(1), error);
  if (!error && fs::file_time_type::clock::now() - newest < kBackupEvery) return;
  if (const auto size = fs::file_size(file, error); error || size > kLargestBackup) return;
  if (const fs::space_info space = fs::space(file.parent_path(), error); error || space.available < 4 * kLargestBackup) return;
  const std::string temporary = numbered(0);
  fs::remove(temporary, error);
  {
    const Connection copy(temporary, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    sqlite3_backup* backup = sqlite3_backup_init(copy.get(), "main", connection_->get(), "main");
    if (!backup) return;
    sqlite3_backup_step(backup, -1);
    if (sqlite3_backup_finish(backup) != SQLITE_OK) {
      fs::remove(temporary, error);
      return;
    }
  }
  for (int number = kBackups; number > 1; --number) fs::rename(numbered(number - 1), numbered(number), error);
  fs::rename(temporary, numbered(1), error);
}

// Counts the changes of the transaction for lists of runs (RunReader::changes).
void WriterSession::countChanges() {
  for (const RunId id : changed_) countChange_.bind(1, id).run();
  changed_.clear();
}

void WriterSession::requireChanged(RunId id) {
  changed_.insert(id);
  if (sqlite3_changes(connection_->get()) == 0)
    throw Error(ErrorKind::Input, path_, fmt::format("there is no run {}", id), "Choose another run; this one was deleted from the database");
}

RunId WriterSession::createRun(const RunInfo& info, Listed listed) {
  const ProcessIdentity self = thisProcess();
  Statement insert = connection_->prepare(
      "INSERT INTO run(name, model, status, message, created_ms, seconds, step, epoch, configuration, finals, owner_host, owner_boot, "
      "owner_namespace, owner_pid, "
      "owner_start, heartbeat_ms, spans, out_of_memory, note, tags, starred, archived, run_group) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
      "?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23)");
  const std::string finals = finalsText(info.finals), spans = spansText(info.spans), tags = tagsText(info.tags);
  const std::int64_t now = unixMs();
  insert.bind(1, std::string_view(info.name))
      .bind(2, std::string_view(info.model))
      .bind(3, codeOf(info.status))
      .bind(4, std::string_view(info.message));
  insert.bind(5, info.createdMs ? info.createdMs : now).bind(6, info.seconds).bind(7, info.step).bind(8, info.epoch);
  insert.bind(9, std::string_view(info.configuration)).bind(10, std::string_view(finals));
  insert.bind(11, std::string_view(self.host)).bind(12, std::string_view(self.boot)).bind(13, std::string_view(self.pidNamespace));
  insert.bind(14, self.pid).bind(15, self.startTicks).bind(16, now);
  insert.bind(17, std::string_view(spans)).bind(18, std::int64_t{info.outOfMemory}).bind(19, std::string_view(info.note));
  insert.bind(20, std::string_view(tags)).bind(21, std::int64_t{info.starred}).bind(22, std::int64_t{info.archived});
  insert.bind(23, std::string_view(info.group)).run();
  const RunId id = sqlite3_last_insert_rowid(connection_->get());
  changed_.insert(id);
  if (info.name.empty()) rename(id, fmt::format("run {}", id));
  if (listed == Listed::Later) connection_->prepare("UPDATE run SET trashed_ms=?2 WHERE id=?1").bind(1, id).bind(2, kHiddenMs).run();
  if (info.status == RunStatus::Running) owned_.insert(id);
  return id;
}

RunId WriterSession::copyRun(const Connection& from, RunId run) {
  const RunId id = stepscope::copyRun(from, run, *connection_);
  changed_.insert(id);
  return id;
}

void WriterSession::reopenRun(RunId id, std::int64_t step) {
  Statement select =
      connection_->prepare("SELECT status, owner_host, owner_boot, owner_namespace, owner_pid, owner_start, heartbeat_ms, name FROM run WHERE id=?1");
  if (!select.bind(1, id).step()) throw Error(ErrorKind::Input, path_, fmt::format("there is no run {}", id), "Choose another run");
  const ProcessIdentity owner{select.text(1), select.text(2), select.text(3), select.integer(4), select.integer(5)};
  if (statusOf(select.integer(0)) == RunStatus::Running && mayLive(owner, select.integer(6)))
    throw Error(ErrorKind::Busy, path_,
                fmt::format("{} is being trained by process {} on {}", select.text(7), owner.pid, owner.host.substr(0, owner.host.find('/'))),
                "Stop it there first, or start a new run");
  select.reset();
  series_->supersede(id, step);
  connection_->prepare("UPDATE marker SET superseded=1 WHERE run_id=?1 AND step>?2").bind(1, id).bind(2, step).run();
  connection_->prepare("DELETE FROM histogram WHERE run_id=?1 AND step>?2").bind(1, id).bind(2, step).run();
  const ProcessIdentity self = thisProcess();
  Statement own = connection_->prepare(
      "UPDATE run SET status=?2, message='', out_of_memory=0, step=min(step, ?3), owner_host=?4, owner_boot=?5, owner_namespace=?6, owner_pid=?7, "
      "owner_start=?8, heartbeat_ms=?9, "
      "trashed_ms=NULL WHERE id=?1");
  own.bind(1, id).bind(2, codeOf(RunStatus::Running)).bind(3, step).bind(4, std::string_view(self.host)).bind(5, std::string_view(self.boot));
  own.bind(6, std::string_view(self.pidNamespace)).bind(7, self.pid).bind(8, self.startTicks).bind(9, unixMs()).run();
  owned_.insert(id);
  changed_.insert(id);
}

StoredCounts WriterSession::supersede(RunId id, const std::string& key, std::int64_t step) {
  StoredCounts gone;
  gone.points = series_->supersede(id, key, step);
  connection_->prepare("DELETE FROM histogram WHERE run_id=?1 AND parameter=?2 AND step>?3")
      .bind(1, id)
      .bind(2, std::string_view(key))
      .bind(3, step)
      .run();
  gone.histograms = sqlite3_changes(connection_->get());
  changed_.insert(id);
  return gone;
}

StoredCounts WriterSession::stored(RunId id) {
  StoredCounts counts;
  Statement series = connection_->prepare("SELECT count(*), coalesce(sum(n), 0) FROM series WHERE run_id=?1 AND n>0");
  if (series.bind(1, id).step()) counts.series = series.integer(0), counts.points = series.integer(1);
  Statement histograms = connection_->prepare("SELECT count(*) FROM histogram WHERE run_id=?1");
  if (histograms.bind(1, id).step()) counts.histograms = histograms.integer(0);
  return counts;
}

void WriterSession::append(RunId id, const std::string& key, std::span<const Point> points, SeriesWriter::End end) {
  series_->append(id, key, points, end);
  changed_.insert(id);
}

void WriterSession::log(RunId id, const LogLine& line) {
  Statement insert = connection_->prepare("INSERT INTO log(run_id, unix_ms, level, text) VALUES(?1, ?2, ?3, ?4)");
  insert.bind(1, id).bind(2, line.unixMs ? line.unixMs : unixMs()).bind(3, static_cast<std::int64_t>(line.level));
  insert.bind(4, std::string_view(line.text)).run();
}

void WriterSession::mark(RunId id, const Marker& marker) {
  Statement insert = connection_->prepare("INSERT INTO marker(run_id, superseded, step, wall, kind, label) VALUES(?1, 0, ?2, ?3, ?4, ?5)");
  insert.bind(1, id).bind(2, marker.step).bind(3, marker.wall).bind(4, std::string_view(marker.kind)).bind(5, std::string_view(marker.label)).run();
}

void WriterSession::setArtefact(RunId id, const std::string& name, const std::string& text) {
  Statement insert =
      connection_->prepare("INSERT INTO artefact(run_id, name, text) VALUES(?1, ?2, ?3) ON CONFLICT(run_id, name) DO UPDATE SET text=excluded.text");
  insert.bind(1, id).bind(2, std::string_view(name)).bind(3, std::string_view(text)).run();
}

void WriterSession::addHistograms(RunId id, const std::vector<HistogramRow>& rows) {
  Statement insert = connection_->prepare("INSERT OR REPLACE INTO histogram(run_id, parameter, gradient, step, data) VALUES(?1, ?2, ?3, ?4, ?5)");
  for (const HistogramRow& row : rows) {
    const std::vector<std::byte> data = packHistogram(row.histogram);
    insert.bind(1, id).bind(2, std::string_view(row.parameter)).bind(3, std::int64_t{row.gradient ? 1 : 0}).bind(4, row.step);
    insert.bind(5, std::span<const std::byte>(data)).run();
    insert.reset();
  }
}

void WriterSession::update(const RunInfo& info) {
  Statement update = connection_->prepare(
      "UPDATE run SET status=?2, message=?3, seconds=?4, step=?5, epoch=?6, finals=?7, spans=?8, out_of_memory=?9, "
      "trashed_ms=nullif(trashed_ms, ?10) WHERE id=?1");
  const std::string finals = finalsText(info.finals), spans = spansText(info.spans);
  update.bind(1, info.id)
      .bind(2, codeOf(info.status))
      .bind(3, std::string_view(info.message))
      .bind(4, info.seconds)
      .bind(5, info.step)
      .bind(6, info.epoch);
  update.bind(7, std::string_view(finals)).bind(8, std::string_view(spans)).bind(9, std::int64_t{info.outOfMemory});
  update.bind(10, kHiddenMs).run();
  requireChanged(info.id);
  if (info.status != RunStatus::Running) owned_.erase(info.id);
}

void WriterSession::finish(const RunInfo& info) {
  update(info);
  series_->compact(info.id);
}

void WriterSession::rename(RunId id, const std::string& name) {
  setText(id, "name", name);
}

void WriterSession::setTrashed(RunId id, bool trashed) {
  Statement update = connection_->prepare("UPDATE run SET trashed_ms=?2 WHERE id=?1");
  update.bind(1, id);
  if (trashed) {
    update.bind(2, unixMs());
  } else {
    update.bindNull(2);
  }
  update.run();
  requireChanged(id);
}

void WriterSession::purge(RunId id) {
  Statement binned = connection_->prepare("SELECT 1 FROM run WHERE id=?1 AND trashed_ms IS NOT NULL");
  if (!binned.bind(1, id).step())
    throw Error(ErrorKind::Input, path_, fmt::format("run {} is not in the bin", id), "Delete it first; what is in the bin can be restored");
  binned.reset();
  erase(id);
}

// Deletes a run with everything that refers to it. The rows of chunk_data are deleted first, because they do not refer to their run themselves.
void WriterSession::erase(RunId id) {
  connection_
      ->prepare("DELETE FROM chunk_data WHERE id IN (SELECT c.data_id FROM series_chunk c JOIN series s ON s.id=c.series_id WHERE s.run_id=?1)")
      .bind(1, id)
      .run();
  connection_->prepare("DELETE FROM run WHERE id=?1").bind(1, id).run();
  if (series_) series_->forget();
  changed_.insert(id);
}

void WriterSession::setText(RunId id, const char* column, const std::string& text) {
  connection_->prepare(fmt::format("UPDATE run SET {}=?2 WHERE id=?1", column)).bind(1, id).bind(2, std::string_view(text)).run();
  requireChanged(id);
}

void WriterSession::setFlag(RunId id, const char* column, bool value) {
  connection_->prepare(fmt::format("UPDATE run SET {}=?2 WHERE id=?1", column)).bind(1, id).bind(2, std::int64_t{value}).run();
  requireChanged(id);
}

void WriterSession::vacuum() {
  const WriteLockGuard guard(*lock_);
  connection_->execute("VACUUM");
  if (writeAheadLog_) checkpoint(SQLITE_CHECKPOINT_TRUNCATE);
}

void WriterSession::setSetting(const std::string& name, const std::string& text) {
  if (text.empty()) {
    connection_->prepare("DELETE FROM setting WHERE name=?1").bind(1, std::string_view(name)).run();
    return;
  }
  Statement insert = connection_->prepare("INSERT INTO setting VALUES(?1, ?2) ON CONFLICT(name) DO UPDATE SET text=excluded.text");
  insert.bind(1, std::string_view(name)).bind(2, std::string_view(text)).run();
}

void WriterSession::heartbeat() {
  // Only for runs that belong to this process: if the creation of a run failed, another process may have used its id.
  const ProcessIdentity self = thisProcess();
  Statement beat = connection_->prepare("UPDATE run SET heartbeat_ms=?2 WHERE id=?1 AND owner_pid=?3 AND owner_start=?4 AND owner_boot=?5");
  for (RunId id : owned_) beat.bind(1, id).bind(2, unixMs()).bind(3, self.pid).bind(4, self.startTicks).bind(5, std::string_view(self.boot)).run();
}

}  // namespace stepscope
