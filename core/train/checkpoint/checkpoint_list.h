// Lists the checkpoints of a run from their manifests, without reading tensors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/train/checkpoint/checkpoint_folder.h"
#include "core/train/checkpoint/checkpoint_score.h"

namespace stepscope {

struct CheckpointInfo {
  std::string name, kind;              // "last.000007", "last"
  std::string path;                    // its folder
  std::int64_t step = -1, epoch = -1;  // epoch: number of complete epochs; -1: the manifest cannot be read
  CheckpointScore score;
  std::uint64_t bytes = 0;
  std::int64_t savedMs = 0;  // Unix time
  bool first = false;        // the one that the name "last" or "best" refers to
  std::string problem;       // why it is not whole; empty: its files have the sizes given in its manifest
};

// Reads the manifest in a checkpoint's folder. Never throws.
CheckpointInfo readManifest(const std::string& path);
// "last" and "best" of a run's folder, each sorted: the first one is the one that the name refers to.
std::vector<CheckpointInfo> listCheckpoints(const std::string& directory);
// "last", "best" or the name of one. Throws Error (Input) that lists the existing ones. `of`: the name of the run.
CheckpointInfo findCheckpoint(const std::string& directory, const std::string& name, const std::string& of);
// The saves of a name: the newest first, "best" by score. A save of steps that a newer save repeats (they were done again after a resume) comes after
// the others, as do those without a score.
std::vector<Generation> rankedGenerations(const std::string& directory, const std::string& name);

}  // namespace stepscope
