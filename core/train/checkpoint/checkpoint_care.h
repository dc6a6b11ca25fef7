// What becomes of checkpoints that are on the disk: deleted one by one, or those that are too many at once. What a run could still be resumed
// from goes only on purpose, and a kill at any moment leaves the store and every checkpoint that was to stay whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint_list.h"

namespace stepscope {

// A run that ended before its last epoch goes on from a checkpoint.
bool resumable(const RunInfo& run);

// Whether deleting these takes from a run that could be resumed what it would go on from; a sentence, or empty.
std::string lostByDeleting(const RunInfo& run, const std::vector<CheckpointInfo>& all, const std::vector<std::string>& names);
// Deletes checkpoints by their names. Returns the bytes that are free now. Throws Error: the run is being trained (Busy), there is no such
// checkpoint, or lostByDeleting says something and `force` is not set.
std::uint64_t deleteCheckpoints(const Project& project, RunId run, const std::vector<std::string>& names, bool force);

struct CleanUpItem {
  RunId run = 0;
  std::string runName;
  CheckpointInfo checkpoint;
  std::string why;  // "older than the newest 2"
};
struct CleanUp {
  std::vector<CleanUpItem> items;
  std::uint64_t bytes = 0;           // of the items
  std::vector<std::string> notes;    // what was left alone, and why
  std::uint64_t leftoverBytes = 0;   // of saves that were killed on their way, which go as well
  std::vector<std::string> orphans;  // folders of runs that the store does not know; never touched
  std::uint64_t orphanBytes = 0;
};
// What would go when of every run (or of one) only `keepLast` of "last" and `keepBest` of "best" stayed. Changes nothing. Runs in training and
// in the bin are left alone. Throws Error where there is no such run.
CleanUp planCleanUp(const Project& project, std::optional<RunId> run, std::int64_t keepLast, std::int64_t keepBest);
// Makes it so, and returns what went. A checkpoint that is to stay in the place of others is read whole before they go.
CleanUp cleanUp(const Project& project, const CleanUp& plan);

}  // namespace stepscope
