#include "core/store/writer/series_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/store/buckets.h"
#include "core/store/chunk.h"

namespace stepscope {
namespace {
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
}

SeriesWriter::SeriesWriter(const Connection& connection)
    : connection_(connection),
      findSeries_(connection.prepare("SELECT id, n, last_step, last_value, min, max, not_finite FROM series WHERE run_id=?1 AND key=?2")),
      insertSeries_(connection.prepare(
          "INSERT INTO series(run_id, key, n, last_step, last_value, min, max, not_finite) VALUES(?1, ?2, 0, 0, NULL, NULL, NULL, 0)")),
      updateSeries_(connection.prepare("UPDATE series SET n=?2, last_step=?3, last_value=?4, min=?5, max=?6, not_finite=?8 WHERE id=?1 AND n=?7")),
      insertTail_(connection.prepare("INSERT INTO series_tail(series_id, i, step, wall, value) VALUES(?1, ?2, ?3, ?4, ?5)")),
      clearTail_(connection.prepare("DELETE FROM series_tail WHERE series_id=?1")),
      insertData_(connection.prepare("INSERT INTO chunk_data(codec, crc32, data) VALUES(?1, ?2, ?3)")),
      insertChunk_(
          connection.prepare("INSERT INTO series_chunk(series_id, seq, superseded, n, first_step, last_step, min, max, last, data_id, buckets) "
                             "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")) {}

SeriesWriter::Series& SeriesWriter::open(RunId run, const std::string& key) {
  const auto known = series_.find({run, key});
  if (known != series_.end()) return known->second;

  Series series;
  series.lastValue = series.min = series.max = kNaN;
  findSeries_.reset();
  findSeries_.bind(1, run).bind(2, std::string_view(key));
  if (findSeries_.step()) {
    series.id = findSeries_.integer(0);
    series.n = findSeries_.integer(1);
    series.lastStep = findSeries_.integer(2);
    series.lastValue = findSeries_.real(3);
    series.min = findSeries_.real(4);
    series.max = findSeries_.real(5);
    series.notFinite = findSeries_.integer(6);
    findSeries_.reset();
    Statement tail = connection_.prepare("SELECT step, wall, value FROM series_tail WHERE series_id=?1 ORDER BY i");
    tail.bind(1, series.id);
    while (tail.step()) series.tail.push_back({tail.integer(0), tail.real(1), tail.real(2)});
    Statement seq = connection_.prepare("SELECT coalesce(max(seq) + 1, 0) FROM series_chunk WHERE series_id=?1");
    seq.bind(1, series.id).step();
    series.nextSeq = seq.integer(0);
  } else {
    findSeries_.reset();
    Statement exists = connection_.prepare("SELECT 1 FROM run WHERE id=?1");
    if (!exists.bind(1, run).step())
      throw Error(ErrorKind::Input, connection_.path(), fmt::format("there is no run {}, to which the series \"{}\" belongs", run, key),
                  "The run was deleted from the database; start a new one");
    insertSeries_.bind(1, run).bind(2, std::string_view(key)).run();
    series.id = sqlite3_last_insert_rowid(connection_.get());
  }
  return series_.emplace(Key{run, key}, std::move(series)).first->second;
}

std::vector<std::pair<std::int64_t, std::string>> SeriesWriter::seriesOf(RunId run) {
  std::vector<std::pair<std::int64_t, std::string>> found;
  Statement select = connection_.prepare("SELECT id, key FROM series WHERE run_id=?1 ORDER BY id");
  select.bind(1, run);
  while (select.step()) found.emplace_back(select.integer(0), select.text(1));
  return found;
}

std::int64_t SeriesWriter::insertChunk(std::int64_t seriesId, std::int64_t seq, bool superseded, std::span<const Point> points) {
  const std::vector<std::byte> data = encodePoints(points);
  insertData_.bind(1, kRawCodec).bind(2, static_cast<std::int64_t>(crcOf(data))).bind(3, std::span<const std::byte>(data)).run();
  const std::int64_t dataId = sqlite3_last_insert_rowid(connection_.get());
  const std::vector<Bucket> level = bucketsOf(points, kBucketPoints);
  const std::vector<std::byte> buckets = encodeBuckets(level);
  const Bucket whole = bucketOf(std::span<const Bucket>(level));
  insertChunk_.bind(1, seriesId).bind(2, seq).bind(3, std::int64_t{superseded}).bind(4, static_cast<std::int64_t>(points.size()));
  insertChunk_.bind(5, whole.firstStep).bind(6, whole.lastStep).bind(7, whole.min).bind(8, whole.max).bind(9, whole.last);
  insertChunk_.bind(10, dataId).bind(11, std::span<const std::byte>(buckets)).run();
  return dataId;
}

void SeriesWriter::saveSummary(const Series& series, std::int64_t countBefore) {
  updateSeries_.bind(1, series.id).bind(2, series.n).bind(3, series.lastStep).bind(4, series.lastValue).bind(5, series.min).bind(6, series.max);
  updateSeries_.bind(7, countBefore).bind(8, series.notFinite).run();
  // Another process appended: the remembered state is outdated. The caller forgets it and tries again.
  if (sqlite3_changes(connection_.get()) != 1)
    throw DatabaseError(ErrorKind::Busy, connection_.path(), "another program writes to the same run", "Train a run in one program at a time",
                        SQLITE_BUSY);
}

void SeriesWriter::append(RunId run, const std::string& key, std::span<const Point> points, End end) {
  if (points.empty()) return;
  Series& series = open(run, key);
  const std::int64_t before = series.n;
  const Bucket range = bucketOf(points);
  series.min = std::fmin(series.min, range.min);
  series.max = std::fmax(series.max, range.max);
  if (series.notFinite >= 0)
    series.notFinite += std::count_if(points.begin(), points.end(), [](const Point& point) { return !std::isfinite(point.value); });
  series.n += static_cast<std::int64_t>(points.size());
  series.lastStep = points.back().step;
  series.lastValue = points.back().value;

  std::size_t firstRow = series.tail.size();
  series.tail.insert(series.tail.end(), points.begin(), points.end());
  std::size_t packed = 0;
  while (series.tail.size() - packed >= kChunkPoints) {
    insertChunk(series.id, series.nextSeq++, false, std::span<const Point>(series.tail).subspan(packed, kChunkPoints));
    packed += kChunkPoints;
  }
  if (const std::size_t left = series.tail.size() - packed; end == End::Last && left > 0) {
    insertChunk(series.id, series.nextSeq++, false, std::span<const Point>(series.tail).subspan(packed));
    packed += left;
  }
  if (packed > 0) {
    if (firstRow > 0) clearTail_.bind(1, series.id).run();
    series.tail.erase(series.tail.begin(), series.tail.begin() + static_cast<std::ptrdiff_t>(packed));
    firstRow = 0;
  }
  for (std::size_t i = firstRow; i < series.tail.size(); ++i) {
    const Point& point = series.tail[i];
    insertTail_.bind(1, series.id).bind(2, static_cast<std::int64_t>(i)).bind(3, point.step).bind(4, point.wall).bind(5, point.value).run();
  }
  saveSummary(series, before);
}

void SeriesWriter::compact(Series& series) {
  if (series.tail.empty()) return;
  insertChunk(series.id, series.nextSeq++, false, series.tail);
  clearTail_.bind(1, series.id).run();
  series.tail.clear();
}

void SeriesWriter::compact(RunId run) {
  for (const auto& [id, key] : seriesOf(run)) compact(open(run, key));
}

void SeriesWriter::supersede(Series& series, std::int64_t step) {
  compact(series);
  struct Chunk {
    std::int64_t seq, dataId, n, codec, crc;
    std::vector<std::byte> data;
  };
  std::vector<Chunk> touched;
  {
    Statement select = connection_.prepare(
        "SELECT c.seq, c.data_id, c.n, d.codec, d.crc32, d.data FROM series_chunk c JOIN chunk_data d ON d.id=c.data_id "
        "WHERE c.series_id=?1 AND c.superseded=0 AND c.last_step>?2 ORDER BY c.seq");
    select.bind(1, series.id).bind(2, step);
    while (select.step()) {
      const auto data = select.blob(5);
      touched.push_back({select.integer(0), select.integer(1), select.integer(2), select.integer(3), select.integer(4), {data.begin(), data.end()}});
    }
  }
  Statement hide = connection_.prepare("UPDATE series_chunk SET superseded=1 WHERE series_id=?1 AND seq=?2");
  Statement removeChunk = connection_.prepare("DELETE FROM series_chunk WHERE series_id=?1 AND seq=?2");
  Statement removeData = connection_.prepare("DELETE FROM chunk_data WHERE id=?1");
  for (const Chunk& chunk : touched) {
    std::vector<Point> points;
    decodePoints(chunk.data, chunk.codec, chunk.crc, chunk.n, connection_.path(), points);
    const auto cut = std::stable_partition(points.begin(), points.end(), [step](const Point& point) { return point.step <= step; });
    if (cut == points.begin()) {
      hide.bind(1, series.id).bind(2, chunk.seq).run();
      continue;
    }
    // `step` is inside this chunk, so the part that stays and the superseded part become one chunk each.
    removeChunk.bind(1, series.id).bind(2, chunk.seq).run();
    removeData.bind(1, chunk.dataId).run();
    insertChunk(series.id, chunk.seq, false, std::span<const Point>(points.begin(), cut));
    if (cut != points.end()) insertChunk(series.id, series.nextSeq++, true, std::span<const Point>(cut, points.end()));
  }

  const std::int64_t before = series.n;
  series.n = series.lastStep = 0;
  series.lastValue = series.min = series.max = kNaN;
  Statement summary = connection_.prepare("SELECT n, last_step, min, max, last FROM series_chunk WHERE series_id=?1 AND superseded=0 ORDER BY seq");
  summary.bind(1, series.id);
  while (summary.step()) {
    series.n += summary.integer(0);
    series.lastStep = summary.integer(1);
    series.min = std::fmin(series.min, summary.real(2));
    series.max = std::fmax(series.max, summary.real(3));
    series.lastValue = summary.real(4);
  }
  if (series.notFinite != 0) series.notFinite = countNotFinite(series.id);
  saveSummary(series, before);
}

std::int64_t SeriesWriter::countNotFinite(std::int64_t seriesId) const {
  std::vector<Point> points;
  Statement select = connection_.prepare(
      "SELECT c.n, d.codec, d.crc32, d.data FROM series_chunk c JOIN chunk_data d ON d.id=c.data_id WHERE c.series_id=?1 AND c.superseded=0");
  select.bind(1, seriesId);
  std::int64_t count = 0;
  while (select.step()) {
    points.clear();
    decodePoints(select.blob(3), select.integer(1), select.integer(2), select.integer(0), connection_.path(), points);
    count += std::count_if(points.begin(), points.end(), [](const Point& point) { return !std::isfinite(point.value); });
  }
  return count;
}

void SeriesWriter::supersede(RunId run, std::int64_t step) {
  for (const auto& [id, key] : seriesOf(run)) supersede(open(run, key), step);
}

std::int64_t SeriesWriter::supersede(RunId run, const std::string& key, std::int64_t step) {
  findSeries_.reset();
  const bool known = findSeries_.bind(1, run).bind(2, std::string_view(key)).step();
  findSeries_.reset();
  if (!known) return 0;
  Series& series = open(run, key);
  const std::int64_t before = series.n;
  supersede(series, step);
  return before - series.n;
}

}  // namespace stepscope
