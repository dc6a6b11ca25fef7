// Care of a store: check, repair, compact, copy. A file of another program is never changed, and a check never
// writes.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stepscope {

// Called from time to time with the finished fraction, 0 to 1; returning true ends the work.
using StoreProgress = std::function<bool(double done)>;

struct StoreCheck {
  std::string path;
  bool readable = false;    // one of our stores, and it can be opened
  bool repairable = false;  // it is damaged, and repairStore may save some of it; false for a file of another program or a newer one
  std::int64_t version = 0, bytes = 0;
  std::int64_t runs = 0, binned = 0, series = 0, chunks = 0, points = 0;
  std::vector<std::string> problems;  // sentences; none: the store is intact
  bool cancelled = false;
};
// Checks with SQLite's own check, every chunk of points by its CRC-32, and the summaries against the points. Lists at most 100 problems.
StoreCheck checkStore(const std::string& path, const StoreProgress& progress = {});

struct StoreRepair {
  std::string path, damaged;          // `damaged`: the path where the old file is kept; empty if nothing was wrong and nothing was done
  std::int64_t runs = 0, points = 0;  // in the repaired store
  // Contents of the damaged file, as far as they are known, that are not in the repaired store.
  std::int64_t lostChunks = 0, lostPoints = 0, lostRuns = 0;
  struct Loss {
    std::int64_t run = 0;
    std::string series;                  // empty: the row with its name is also lost
    std::int64_t before = 0, after = 0;  // points
  };
  std::vector<Loss> losses;        // by run
  std::vector<std::string> notes;  // what could not be read, one sentence per table
};
// Reads what can be read into a new store and replaces the damaged one, which is kept beside it under another name. Throws Error if nothing can
// be read, if a run is being trained, or if the new store cannot be written.
StoreRepair repairStore(const std::string& path, const StoreProgress& progress = {});

struct StoreCompaction {
  std::int64_t bytesBefore = 0, bytesAfter = 0, purged = 0;  // `purged`: number of deleted runs that were removed from the bin
};
// Returns unused pages to the disk. If `emptyBin`, removes deleted runs permanently before. Throws Error (Busy) while a run is trained.
StoreCompaction compactStore(const std::string& path, bool emptyBin);

// A copy of the present state, even while another process writes; checked before it gets its name. Returns its size in bytes. Throws if `to` exists.
std::int64_t backUpStore(const std::string& path, const std::string& to, const StoreProgress& progress = {});

}  // namespace stepscope
