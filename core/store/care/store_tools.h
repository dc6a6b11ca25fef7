// Care of a store: whether it is whole, what can be saved of a damaged one, less room, a copy. A file of another program is never touched, and a
// check never writes.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stepscope {

// Called now and then with what is done of the whole, 0 to 1; true ends the work.
using StoreProgress = std::function<bool(double done)>;

struct StoreCheck {
  std::string path;
  bool readable = false;    // a store of ours that can be opened
  bool repairable = false;  // it is damaged, and repairStore may save some of it; not so of a file of another program or a newer one
  std::int64_t version = 0, bytes = 0;
  std::int64_t runs = 0, binned = 0, series = 0, chunks = 0, points = 0;
  std::vector<std::string> problems;  // sentences; none: it is whole
  bool cancelled = false;
};
// SQLite's own check, every chunk of points by its CRC-32, and whether the summaries say what the points say. At most 100 problems are named.
StoreCheck checkStore(const std::string& path, const StoreProgress& progress = {});

struct StoreRepair {
  std::string path, damaged;          // damaged: where the file that was there is kept; empty: nothing was wrong, and nothing was done
  std::int64_t runs = 0, points = 0;  // in the repaired store
  // What was there, as far as the damaged file still tells, and is not in the repaired store.
  std::int64_t lostChunks = 0, lostPoints = 0, lostRuns = 0;
  struct Loss {
    std::int64_t run = 0;
    std::string series;                  // empty: the row with its name is lost too
    std::int64_t before = 0, after = 0;  // points
  };
  std::vector<Loss> losses;        // by run
  std::vector<std::string> notes;  // what could not be read, a table each
};
// Reads what can be read into a new store and puts it into the place of the damaged one, which is kept beside it under another name. Throws
// Error: nothing can be read; a run is being trained; the disk.
StoreRepair repairStore(const std::string& path, const StoreProgress& progress = {});

struct StoreCompaction {
  std::int64_t bytesBefore = 0, bytesAfter = 0, purged = 0;  // purged: runs of the bin
};
// Gives unused pages back. emptyBin: deleted runs go for good. Throws Error (Busy) while a run is trained.
StoreCompaction compactStore(const std::string& path, bool emptyBin);

// A copy as of now, also while somebody writes; checked before it gets its name. Returns its bytes. Throws Error where `to` exists.
std::int64_t backUpStore(const std::string& path, const std::string& to, const StoreProgress& progress = {});

}  // namespace stepscope
