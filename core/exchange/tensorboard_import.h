// Imports TensorBoard event files as runs of a project. Every folder with such files becomes one run; its files are read in the order of their names
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
  RunId id = 0;        // 0: its files contain no value, so there is no run
  bool known = false;  // it was imported before, and continues from there
  std::string name;    // the folder, relative to the imported one
  std::int64_t files = 0, series = 0, points = 0, histograms = 0, images = 0;
  std::vector<std::string> notes;  // sentences about what was left out, naming the file
};

class TensorBoardImport {
 public:
  enum class Empty { Refused, Awaited };  // what to do with a folder that has no event file
  // Throws Error (Input) if `folder` is not a folder, or if it has no event file and `empty` is Refused. `group` is the group of the runs in the
  // table of runs; it may be empty. `goOn` is called while folders are searched; if it returns false, what was found so far is used.
  TensorBoardImport(std::string folder, RunWriter& writer, std::string group, Empty empty = Empty::Refused, const std::function<bool()>& goOn = {});
  ~TensorBoardImport();

  // To be called before the first read(). Folders that were imported before then continue their run, if their files are unchanged. Without this call
  // every folder becomes a new run.
  void goOnIn(const RunReader& store);

  std::uint64_t bytes() const;  // of all files found
  // Followed: after each read(), everything read is in the store, and more may follow. Finished: read() is called once and finishes each run before
  // it begins the next, which is faster.
  enum class Until { Followed, Finished };
  // Reads everything that is new, including new files and folders. Returns the number of bytes. `progress` gets the bytes read so far; if it returns
  // false, reading ends, but what was read is kept. After a disk error unfinished runs are not kept; the Error (Resource) names them.
  std::uint64_t read(const std::function<bool(std::uint64_t bytes)>& progress = {}, Until until = Until::Followed);
  // The runs so far.
  std::vector<ImportedRun> runs() const;
  // Finishes the runs. What was left out of a run is in its notes, and in its log in the store.
  std::vector<ImportedRun> finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The paths of the folders with event files at or below `folder`, sorted. `goOn` is as for the constructor.
std::vector<std::string> eventFolders(const std::string& folder, const std::function<bool()>& goOn = {});
// Whether the folder, or one at most `depth` levels below it, has an event file. Looks at 5000 entries at most, so that it returns at once.
bool holdsEventFiles(const std::string& folder, int depth = 3);

}  // namespace stepscope
