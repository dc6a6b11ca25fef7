// Imports a folder of TensorBoard event files as runs of a project: every folder with such files is a run, its files in the order of their names
// (TensorBoard's rule). Every point is kept. A folder that another program still writes to can be followed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

struct ImportedRun {
  RunId id = 0;        // 0: its files contain no value, and no run was made
  bool known = false;  // it was imported before, and continues from there
  std::string name;    // the folder, relative to the imported one
  std::int64_t files = 0, series = 0, points = 0, histograms = 0, images = 0;
  std::vector<std::string> notes;  // sentences about what was left out, naming the file
};

class TensorBoardImport {
 public:
  enum class Empty { Refused, Awaited };  // for a folder without an event file
  // Throws Error (Input) if it is not a folder, or has no event file and that is refused. group: the group of the runs in the table; may be empty.
  // goOn is called while folders are searched; if it returns false, what was found so far is used.
  TensorBoardImport(std::string folder, RunWriter& writer, std::string group, Empty empty = Empty::Refused, const std::function<bool()>& goOn = {});
  ~TensorBoardImport();

  // Before the first read: folders that already have a run in the store continue it, if their files are unchanged. Without it every folder becomes a
  // new run.
  void goOnIn(const RunReader& store);

  std::uint64_t bytes() const;  // of all files found
  // Reads everything that is new, including new files and folders. Returns the number of bytes. progress gets the bytes read so far; false ends the
  // reading, but what was read is kept. Followed: everything read is then in the table of runs, for later calls; Finished: the last points may wait
  // for finish(), which is faster, and each run is finished before the next begins. If the disk refuses, unfinished runs are not kept; the Error
  // names it.
  enum class Until { Followed, Finished };
  std::uint64_t read(const std::function<bool(std::uint64_t bytes)>& progress = {}, Until until = Until::Followed);
  // The runs so far.
  std::vector<ImportedRun> runs() const;
  // Finishes the runs; what was left out of each is reported, and is in its log.
  std::vector<ImportedRun> finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The folders with event files at or below `folder`; paths, sorted. goOn as above.
std::vector<std::string> eventFolders(const std::string& folder, const std::function<bool()>& goOn = {});
// Whether the folder, or one at most `depth` below it, has an event file; examines at most some thousand entries, so that it returns at once.
bool holdsEventFiles(const std::string& folder, int depth = 3);

}  // namespace stepscope
