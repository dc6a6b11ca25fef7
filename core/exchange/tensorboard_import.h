// A folder of TensorBoard event files as runs of a project: every folder that holds such files is a run, its files in the order of their
// names (TensorBoard's rule). Every point is kept, nothing is sampled. A folder that somebody still writes to can be followed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

struct ImportedRun {
  RunId id = 0;        // 0: its files hold no value, and no run was made
  bool known = false;  // it was imported before, and goes on where that stopped
  std::string name;    // the folder, from the one that was imported
  std::int64_t files = 0, series = 0, points = 0, histograms = 0, images = 0;
  std::vector<std::string> notes;  // what was left out, in sentences that name the file
};

class TensorBoardImport {
 public:
  enum class Empty { Refused, Awaited };  // a folder without an event file
  // Throws Error (Input) when it is no folder, or holds no event file and that is refused. group: what the runs belong to in the table;
  // may be empty. goOn is asked while folders are searched; where it says no, what was found until then is taken.
  TensorBoardImport(std::string folder, RunWriter& writer, std::string group, Empty empty = Empty::Refused, const std::function<bool()>& goOn = {});
  ~TensorBoardImport();

  // Before the first read: folders of which the store has a run already go on in it, where their files are still those that were read. Without it
  // every folder becomes a new run.
  void goOnIn(const RunReader& store);

  std::uint64_t bytes() const;  // of all files found
  // Reads what is there and was not read yet, new files and folders too. Returns how many bytes that was. progress gets the bytes read so far; false
  // ends the reading, what was read stays. Followed: all that was read is in the table of runs then, for who looks again later; Finished: the last
  // points may wait for finish(), which costs less, and each run is finished before the next is begun. Where the disk refuses, what is not
  // finished is not there; the Error names it.
  enum class Until { Followed, Finished };
  std::uint64_t read(const std::function<bool(std::uint64_t bytes)>& progress = {}, Until until = Until::Followed);
  // What there is so far.
  std::vector<ImportedRun> runs() const;
  // The runs are finished; what was left out of each is told, and stands in its log.
  std::vector<ImportedRun> finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The folders under `folder`, itself among them, that hold event files; paths, sorted. goOn as above.
std::vector<std::string> eventFolders(const std::string& folder, const std::function<bool()>& goOn = {});
// Whether the folder, or one at most `depth` below it, holds an event file; of at most some thousand entries, so that it is answered at once.
bool holdsEventFiles(const std::string& folder, int depth = 3);

}  // namespace stepscope
