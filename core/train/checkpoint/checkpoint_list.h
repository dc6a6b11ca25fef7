// What checkpoints a run has, by their manifests: no tensor is read for it.
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
  std::int64_t step = -1, epoch = -1;  // epoch: those that were whole then; -1: the manifest cannot be read
  CheckpointScore score;
  std::uint64_t bytes = 0;
  std::int64_t savedMs = 0;  // Unix time
  bool first = false;        // the one that "last" or "best" stands for
  std::string problem;       // why it is not whole; empty: its files have the sizes that its manifest says
};

// Of a checkpoint's folder. Never throws.
CheckpointInfo readManifest(const std::string& path);
// "last" and "best" of a run's folder, each in the order in which they stand for their name.
std::vector<CheckpointInfo> listCheckpoints(const std::string& directory);
// "last", "best" or the name of one. Throws Error (Input) naming those that there are; of: the run's name.
CheckpointInfo findCheckpoint(const std::string& directory, const std::string& name, const std::string& of);
// The saves of a name: the newest first, of "best" by their scores. One whose step a newer save of that name repeats or lies before is of
// steps that were done again after a resume: it comes behind the others, as do those without a score.
std::vector<Generation> rankedGenerations(const std::string& directory, const std::string& name);

}  // namespace stepscope
