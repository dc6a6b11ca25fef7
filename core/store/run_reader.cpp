#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <span>

#include "core/store/buckets.h"
#include "core/store/chunk.h"
#include "core/store/database.h"
#include "core/store/file_system.h"
#include "core/store/process_identity.h"
#include "core/store/run_rows.h"
#include "core/store/run_store.h"

namespace stepscope {

struct RunReader::Impl {
  std::string path;
  std::unique_ptr<Connection> connection;
  dev_t device = 0;
  ino_t inode = 0;
  std::int64_t opened = 0;  // counts connections, so that dataVersion() changes with the file

  // Read each time: a file of an old version lacks newer columns until a writer of this version opens it, possibly while we read.
  std::int64_t version() const { return connection->integer("PRAGMA user_version"); }
  bool hasHistograms() const { return version() >= 2; }

  std::string runSelect(const std::string& rest) const {
    return std::string("SELECT ") + kRunColumns + (version() >= 3 ? kOwnColumns : "") + " FROM " + rest;
  }

  // False while there is nothing to read. Opens a file again if it was replaced.
  bool ready() {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
      if (connection) ++opened;
      connection.reset();
      return false;
    }
    if (connection && status.st_dev == device && status.st_ino == inode) return true;
    connection.reset();
    if (!S_ISREG(status.st_mode))
      throw Error(ErrorKind::Input, path, "this is not a file", "Move it away; the store of the project's runs belongs here");
    connection = openForReading(path);
    device = status.st_dev;
    inode = status.st_ino;
    if (connection) ++opened;
    return connection != nullptr;
  }

  RunInfo runOf(const Statement& row) const {
    RunInfo info;
    info.id = row.integer(0);
    info.name = row.text(1);
    info.model = row.text(2);
    info.status = statusOf(row.integer(3));
    info.message = row.text(4);
    info.createdMs = row.integer(5);
    info.seconds = row.real(6);
    info.step = row.integer(7);
    info.epoch = row.integer(8);
    info.configuration = row.text(9);
    info.finals = finalsOf(row.text(10));
    // The run's process died, and no process has opened the store for writing since then.
    if (info.status == RunStatus::Running && isDead({row.text(11), row.text(12), row.text(13), row.integer(14), row.integer(15)}))
      info.status = RunStatus::Interrupted;
    if (row.columns() > 16) {
      info.spans = spansOf(row.text(16));
      info.outOfMemory = row.integer(17) != 0;
      info.note = row.text(18);
      info.tags = tagsOf(row.text(19));
      info.starred = row.integer(20) != 0;
      info.archived = row.integer(21) != 0;
      info.group = row.text(22);
    }
    return info;
  }

  std::vector<RunInfo> runsWhere(const std::string& rest) const {
    std::vector<RunInfo> found;
    Statement select = connection->prepare(runSelect("run r " + rest));
    while (select.step()) found.push_back(runOf(select));
    return found;
  }

  static SeriesInfo seriesOf(const Statement& row) {
    return {row.text(0), row.integer(1), row.integer(2), row.real(3), row.real(4), row.real(5), row.integer(6)};
  }
  // The columns for seriesOf, from the table series with the alias s.
  const char* seriesColumns() const {
    return version() >= 3 ? "s.key, s.n, s.last_step, s.last_value, s.min, s.max, s.not_finite"
                          : "s.key, s.n, s.last_step, s.last_value, s.min, s.max, -1";
  }

  // The runs that fulfil the condition `rest` (in which ?1 is `since`), with their series, newest first.
  std::vector<RunRow> rowsWhere(const std::string& rest, std::int64_t since) const {
    std::vector<RunRow> rows;
    std::map<RunId, std::size_t> at;
    {
      Statement select = connection->prepare(runSelect("run r " + rest + " ORDER BY r.id DESC"));
      if (rest.find("?1") != std::string::npos) select.bind(1, since);
      while (select.step()) {
        rows.push_back({runOf(select), {}});
        at[rows.back().info.id] = rows.size() - 1;
      }
    }
    // One pass over all series, or one search per run if there are few.
    constexpr std::size_t kFew = 50;
    if (rows.size() > kFew) {
      Statement select = connection->prepare(std::string("SELECT ") + seriesColumns() + ", s.run_id FROM series s WHERE s.n>0 ORDER BY s.id");
      while (select.step())
        if (const auto found = at.find(select.integer(7)); found != at.end()) rows[found->second].series.push_back(seriesOf(select));
    } else {
      for (RunRow& row : rows) row.series = series(row.info.id);
    }
    for (RunRow& row : rows)
      if (row.info.finals.empty())
        for (const SeriesInfo& one : row.series) row.info.finals.emplace_back(one.key, one.lastValue);
    return rows;
  }

  std::vector<SeriesInfo> series(RunId id) const {
    std::vector<SeriesInfo> found;
    Statement select = connection->prepare(std::string("SELECT ") + seriesColumns() + " FROM series s WHERE s.run_id=?1 AND s.n>0 ORDER BY s.id");
    select.bind(1, id);
    while (select.step()) found.push_back(seriesOf(select));
    return found;
  }

  // Fills in the last values of the series for runs whose process died before it wrote the final metrics.
  void addLastValues(std::span<RunInfo> runs) const {
    Statement select = connection->prepare("SELECT key, last_value FROM series WHERE run_id=?1 AND n>0 ORDER BY id");
    for (RunInfo& info : runs) {
      if (!info.finals.empty()) continue;
      select.bind(1, info.id);
      while (select.step()) info.finals.emplace_back(select.text(0), select.real(1));
      select.reset();
    }
  }

  std::optional<std::int64_t> seriesId(RunId id, const std::string& key) const {
    Statement select = connection->prepare("SELECT id FROM series WHERE run_id=?1 AND key=?2");
    select.bind(1, id).bind(2, std::string_view(key));
    if (!select.step()) return std::nullopt;
    return select.integer(0);
  }

  std::string where(RunId id, const std::string& key) const { return fmt::format("{}: {} of run {}", path, key, id); }

  void readTail(std::int64_t series, std::vector<Point>& points) const {
    Statement select = connection->prepare("SELECT step, wall, value FROM series_tail WHERE series_id=?1 ORDER BY i");
    select.bind(1, series);
    while (select.step()) points.push_back({select.integer(0), select.real(1), select.real(2)});
  }

  std::vector<Point> readPoints(std::int64_t series, const std::string& where) const {
    std::vector<Point> points;
    Statement select = connection->prepare(
        "SELECT c.n, d.codec, d.crc32, d.data FROM series_chunk c JOIN chunk_data d ON d.id=c.data_id WHERE c.series_id=?1 AND "
        "c.superseded=0 ORDER BY c.seq");
    select.bind(1, series);
    while (select.step()) decodePoints(select.blob(3), select.integer(1), select.integer(2), select.integer(0), where, points);
    readTail(series, points);
    return points;
  }

  std::vector<Bucket> readBuckets(std::int64_t series, std::size_t width, const std::string& where) const {
    std::vector<Bucket> buckets;
    Statement select = connection->prepare(
        width < kChunkPoints
            ? "SELECT first_step, last_step, min, max, last, n, buckets FROM series_chunk WHERE series_id=?1 AND superseded=0 ORDER BY seq"
            : "SELECT first_step, last_step, min, max, last, n FROM series_chunk WHERE series_id=?1 AND superseded=0 ORDER BY seq");
    select.bind(1, series);
    std::vector<Bucket> chunks;
    while (select.step()) {
      if (width < kChunkPoints) {
        const std::vector<Bucket> fine = decodeBuckets(select.blob(6), select.integer(5), where);
        const std::vector<Bucket> merged = bucketsOf(std::span<const Bucket>(fine), width / kBucketPoints);
        buckets.insert(buckets.end(), merged.begin(), merged.end());
      } else {
        chunks.push_back({select.integer(0), select.integer(1), select.real(2), select.real(3), select.real(4)});
      }
    }
    std::vector<Point> tail;
    readTail(series, tail);
    if (width < kChunkPoints) {
      const std::vector<Bucket> last = bucketsOf(std::span<const Point>(tail), width);
      buckets.insert(buckets.end(), last.begin(), last.end());
      return buckets;
    }
    if (!tail.empty()) chunks.push_back(bucketOf(std::span<const Point>(tail)));
    return bucketsOf(std::span<const Bucket>(chunks), width / kChunkPoints);
  }
};

RunReader::RunReader(const std::string& path) : impl_(std::make_unique<Impl>()) {
  impl_->path = path;
  impl_->ready();
}
RunReader::~RunReader() = default;
RunReader::RunReader(RunReader&&) noexcept = default;

std::vector<RunInfo> RunReader::runs() const {
  std::vector<RunInfo> runs;
  if (!impl_->ready()) return runs;
  Transaction transaction(*impl_->connection, Transaction::Kind::Read);
  runs = impl_->runsWhere("WHERE r.trashed_ms IS NULL ORDER BY r.id DESC");
  impl_->addLastValues(runs);
  transaction.commit();
  return runs;
}

RunChanges RunReader::changes(std::int64_t since) const {
  RunChanges changes;
  changes.everything = true;
  if (!impl_->ready()) return changes;
  Transaction transaction(*impl_->connection, Transaction::Kind::Read);
  // The upper bits count the files opened at this path, the lower ones the changes, so that a new file in its place is read again. 2^32 changes are
  // enough for a store.
  constexpr int kFileBits = 32;
  const std::int64_t file = impl_->opened << kFileBits;
  if (impl_->version() < 3) {
    changes.version = file;
    changes.changed = impl_->rowsWhere("WHERE r.trashed_ms IS NULL", 0);
    transaction.commit();
    return changes;
  }
  changes.version = file + impl_->connection->integer("SELECT coalesce(max(change), 0) FROM run_change");
  const std::int64_t known = since - file;
  changes.everything = since <= 0 || known < 0 || since > changes.version;
  if (changes.everything) {
    changes.changed = impl_->rowsWhere("WHERE r.trashed_ms IS NULL", 0);
  } else {
    changes.changed =
        impl_->rowsWhere("WHERE r.trashed_ms IS NULL AND (r.status=0 OR r.id IN (SELECT run_id FROM run_change WHERE change>?1))", known);
    Statement gone = impl_->connection->prepare(
        "SELECT c.run_id FROM run_change c LEFT JOIN run r ON r.id=c.run_id WHERE c.change>?1 AND (r.id IS NULL OR r.trashed_ms IS NOT NULL)");
    gone.bind(1, known);
    while (gone.step()) changes.gone.push_back(gone.integer(0));
  }
  transaction.commit();
  return changes;
}

std::vector<RunInfo> RunReader::binned() const {
  if (!impl_->ready()) return {};
  Transaction transaction(*impl_->connection, Transaction::Kind::Read);
  std::vector<RunInfo> runs = impl_->runsWhere("WHERE r.trashed_ms>=0 ORDER BY r.trashed_ms DESC, r.id DESC");
  impl_->addLastValues(runs);
  transaction.commit();
  return runs;
}

std::optional<RunInfo> RunReader::run(RunId id) const {
  if (!impl_->ready()) return std::nullopt;
  Transaction transaction(*impl_->connection, Transaction::Kind::Read);
  std::optional<RunInfo> info;
  {
    Statement select = impl_->connection->prepare(impl_->runSelect("run r WHERE r.trashed_ms IS NULL AND r.id=?1"));
    select.bind(1, id);
    if (select.step()) info = impl_->runOf(select);
  }
  if (info) impl_->addLastValues({&*info, 1});
  transaction.commit();
  return info;
}

std::vector<SeriesInfo> RunReader::series(RunId id) const {
  return impl_->ready() ? impl_->series(id) : std::vector<SeriesInfo>();
}

std::vector<Point> RunReader::points(RunId id, const std::string& key) const {
  if (!impl_->ready()) return {};
  // In one snapshot, because a writer moves points from the tail into a chunk.
  Transaction transaction(*impl_->connection, Transaction::Kind::Read);
  const auto series = impl_->seriesId(id, key);
  std::vector<Point> points;
  if (series) points = impl_->readPoints(*series, impl_->where(id, key));
  transaction.commit();
  return points;
}

std::vector<Bucket> RunReader::overview(RunId id, const std::string& key, int maxBuckets) const {
  if (!impl_->ready() || maxBuckets < 1) return {};
  Transaction transaction(*impl_->connection, Transaction::Kind::Read);
  const auto series = impl_->seriesId(id, key);
  if (!series) return {};
  Statement select = impl_->connection->prepare("SELECT n FROM series WHERE id=?1");
  select.bind(1, *series).step();
  const auto n = static_cast<std::size_t>(std::max<std::int64_t>(0, select.integer(0)));
  select.reset();
  const auto most = static_cast<std::size_t>(maxBuckets);
  std::size_t width = 1;
  while ((n + width - 1) / width > most) width *= 2;
  std::vector<Bucket> buckets;
  if (width < kBucketPoints) {
    buckets = bucketsOf(std::span<const Point>(impl_->readPoints(*series, impl_->where(id, key))), width);
  } else {
    buckets = impl_->readBuckets(*series, width, impl_->where(id, key));
  }
  // Chunks that a resume has cut have shorter buckets, so that there may be too many.
  while (buckets.size() > most) buckets = bucketsOf(std::span<const Bucket>(buckets), 2);
  transaction.commit();
  return buckets;
}

std::vector<Point> RunReader::notFinite(RunId id, const std::string& key, std::size_t most) const {
  std::vector<Point> found;
  const std::vector<SeriesInfo> all = series(id);
  const auto one = std::find_if(all.begin(), all.end(), [&](const SeriesInfo& series) { return series.key == key; });
  if (one == all.end() || one->notFinite == 0) return found;
  for (const Point& point : points(id, key))
    if (!std::isfinite(point.value) && found.size() < most) found.push_back(point);
  return found;
}

std::vector<LogLine> RunReader::log(RunId id) const {
  std::vector<LogLine> lines;
  if (!impl_->ready() || impl_->version() < 3) return lines;
  Statement select = impl_->connection->prepare("SELECT unix_ms, level, text FROM log WHERE run_id=?1 ORDER BY id");
  select.bind(1, id);
  while (select.step()) {
    const std::int64_t level = std::clamp<std::int64_t>(select.integer(1), 0, static_cast<std::int64_t>(LogLine::Level::Error));
    lines.push_back({select.integer(0), static_cast<LogLine::Level>(level), select.text(2)});
  }
  return lines;
}

std::optional<std::string> RunReader::setting(const std::string& name) const {
  if (!impl_->ready() || impl_->version() < 3) return std::nullopt;
  Statement select = impl_->connection->prepare("SELECT text FROM setting WHERE name=?1");
  select.bind(1, std::string_view(name));
  if (!select.step()) return std::nullopt;
  return select.text(0);
}

std::vector<Marker> RunReader::markers(RunId id) const {
  std::vector<Marker> found;
  if (!impl_->ready()) return found;
  Statement select = impl_->connection->prepare("SELECT step, wall, kind, label FROM marker WHERE run_id=?1 AND superseded=0 ORDER BY id");
  select.bind(1, id);
  while (select.step()) found.push_back({select.integer(0), select.real(1), select.text(2), select.text(3)});
  return found;
}

std::optional<std::string> RunReader::artefact(RunId id, const std::string& name) const {
  if (!impl_->ready()) return std::nullopt;
  Statement select = impl_->connection->prepare("SELECT text FROM artefact WHERE run_id=?1 AND name=?2");
  select.bind(1, id).bind(2, std::string_view(name));
  if (!select.step()) return std::nullopt;
  return select.text(0);
}

std::vector<std::string> RunReader::histogramParameters(RunId id) const {
  std::vector<std::string> found;
  if (!impl_->ready() || !impl_->hasHistograms()) return found;
  Statement select = impl_->connection->prepare("SELECT DISTINCT parameter FROM histogram WHERE run_id=?1 ORDER BY parameter");
  select.bind(1, id);
  while (select.step()) found.push_back(select.text(0));
  return found;
}

std::vector<HistogramRow> RunReader::histograms(RunId id, const std::string& parameter, bool gradient) const {
  std::vector<HistogramRow> found;
  if (!impl_->ready() || !impl_->hasHistograms()) return found;
  Statement select = impl_->connection->prepare("SELECT step, data FROM histogram WHERE run_id=?1 AND parameter=?2 AND gradient=?3 ORDER BY step");
  select.bind(1, id).bind(2, std::string_view(parameter)).bind(3, std::int64_t{gradient ? 1 : 0});
  while (select.step()) {
    const std::optional<Histogram> histogram = unpackHistogram(select.blob(1));
    if (!histogram)
      throw Error(ErrorKind::Input, impl_->path, fmt::format("a histogram of {} is damaged", parameter), "Put back a backup of the store");
    found.push_back({parameter, gradient, select.integer(0), *histogram});
  }
  return found;
}

std::int64_t RunReader::dataVersion() const {
  if (!impl_->ready()) return impl_->opened << 32;
  return (impl_->opened << 32) + impl_->connection->integer("PRAGMA data_version");
}

}  // namespace stepscope
