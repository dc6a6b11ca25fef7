// Deletes checkpoints on the disk: single ones, or all surplus ones. The last checkpoint from which a run could be resumed is deleted only with
// `force`, and if the process is killed at any moment, the store and every checkpoint that should stay are whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint_list.h"

namespace stepscope {

// Whether the run ended before its last epoch, so that it can resume from a checkpoint.
bool resumable(const RunInfo& run);

// What a resumable run would lose if these checkpoints were deleted: a sentence without a full stop; empty if nothing.
std::string lostByDeleting(const RunInfo& run, const std::vector<CheckpointInfo>& all, const std::vector<std::string>& names);
// Deletes checkpoints by name. Returns the freed bytes. Throws Error: the run is being trained (Busy), there is no such checkpoint, or lostByDeleting
// returns a sentence and `force` is not set.
std::uint64_t deleteCheckpoints(const Project& project, RunId run, const std::vector<std::string>& names, bool force);

struct CleanUpItem {
  RunId run = 0;
  std::string runName;
  CheckpointInfo checkpoint;
  std::string why;  // "older than the newest 2"
};
struct CleanUp {
  std::vector<CleanUpItem> items;
  std::uint64_t bytes = 0;           // size of the items
  std::vector<std::string> notes;    // what was not deleted, and why
  std::uint64_t leftoverBytes = 0;   // size of interrupted saves, which are deleted as well
  std::vector<std::string> orphans;  // folders of runs that are not in the store; never touched
  std::uint64_t orphanBytes = 0;
};
// What would be deleted if only `keepLast` of "last" and `keepBest` of "best" stayed for every run (or for one). Changes nothing. Runs in training
// and in the bin are skipped. Throws Error if there is no such run.
CleanUp planCleanUp(const Project& project, std::optional<RunId> run, std::int64_t keepLast, std::int64_t keepBest);
// Deletes them, and returns what was deleted. A checkpoint that is to stay is read completely before the others are deleted.
CleanUp cleanUp(const Project& project, const CleanUp& plan);

}  // namespace stepscope
