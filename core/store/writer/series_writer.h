// Appends points to the series of a database. Every function runs inside a transaction of the caller; if that fails, forget() drops the remembered
// state of the database.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/store/database.h"
#include "core/store/run_store.h"

namespace stepscope {

class SeriesWriter {
 public:
  explicit SeriesWriter(const Connection& connection);

  // Open: recent points are rows of series_tail; each full 1024 of them become a chunk. Last: the remaining ones become a chunk too. Throws Error
  // (Input) if the run does not exist.
  enum class End { Open, Last };
  void append(RunId run, const std::string& key, std::span<const Point> points, End end = End::Open);
  // The tails of all series of a run become chunks.
  void compact(RunId run);
  // Points of the run after `step` are superseded: kept, but not part of the series any more.
  void supersede(RunId run, std::int64_t step);
  // The same for one series; returns the number of points, 0 for a series that does not exist.
  std::int64_t supersede(RunId run, const std::string& key, std::int64_t step);
  void forget() { series_.clear(); }

 private:
  struct Series {
    std::int64_t id = 0, n = 0, lastStep = 0, nextSeq = 0;
    std::int64_t notFinite = 0;  // -1: an old version did not count
    double lastValue = 0, min = 0, max = 0;
    std::vector<Point> tail;
  };
  using Key = std::pair<RunId, std::string>;

  Series& open(RunId run, const std::string& key);
  std::vector<std::pair<std::int64_t, std::string>> seriesOf(RunId run);
  std::int64_t insertChunk(std::int64_t seriesId, std::int64_t seq, bool superseded, std::span<const Point> points);
  void compact(Series& series);
  void supersede(Series& series, std::int64_t step);
  std::int64_t countNotFinite(std::int64_t seriesId) const;
  void saveSummary(const Series& series, std::int64_t countBefore);

  const Connection& connection_;
  Statement findSeries_, insertSeries_, updateSeries_, insertTail_, clearTail_, insertData_, insertChunk_;
  std::map<Key, Series> series_;
};

}  // namespace stepscope
