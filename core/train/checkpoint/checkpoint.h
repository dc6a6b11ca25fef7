// Checkpoints: a directory with model.safetensors, optim.safetensors, state.json and MANIFEST.json (size and CRC-32 of each file). Each
// save is a new directory "last.000007", written under a temporary name, flushed, and renamed; what is too many goes after that, so at
// every moment there is a whole checkpoint, and a damaged newest one has a predecessor. No pickle.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/models/safetensors.h"
#include "core/train/checkpoint/checkpoint_score.h"

namespace stepscope {

struct Checkpoint {
  std::vector<SafeTensor> model;  // parameters and buffers
  std::vector<SafeTensor> optimizer;
  // Everything else that an exact resume needs.
  std::int64_t step = 0, epoch = 0, sampleInEpoch = 0;
  double seconds = 0;
  double epochLossSum = 0;  // of the running epoch so far
  double epochMetricSum = 0;
  std::int64_t epochSamples = 0;
  double best = std::numeric_limits<double>::quiet_NaN();  // by the measure of the run's task; NaN: no validation yet
  std::map<std::string, double> numbers;                   // of the parts of training that have a state: "plateau.best"
  std::map<std::string, std::string> texts;                // beside them: "monitor.metric"
  std::uint64_t seed = 0;
  int threads = 0;
  std::map<std::string, std::string> kernelChoices;
  std::string configuration;  // toJson(project) with the switches as they are
  std::string dataFingerprint;
  CheckpointScore score;
};

// name: "last" or "best", in `directory`, which is made where it is missing. Checks free space first (1.2x). Of the saves of that name the
// first `keep` stay: the newest, of "best" those with the best scores. Throws Error (Resource) naming the folder; what was there stays.
void saveCheckpoint(const Checkpoint& checkpoint, const std::string& directory, const std::string& name, std::size_t keep = 2);
enum class CheckpointParts { All, WithoutOptimizer };
// The newest save whose files are whole, of "best" the one with the best score. `fallback`, when given, receives a sentence for the user
// when that was not the first one. Throws Error (Input) naming the damaged file when none is whole, or the folder when there is none.
Checkpoint loadCheckpoint(const std::string& directory, const std::string& name, std::string* fallback = nullptr,
                          CheckpointParts parts = CheckpointParts::All);
// One save by its folder, "runs/3/best.000002". Throws Error (Input) naming the file that is damaged.
Checkpoint loadCheckpointAt(const std::string& path);
// Reads every byte of it and throws the same, without taking memory for it.
void verifyCheckpoint(const std::string& path);
bool hasCheckpoint(const std::string& directory, const std::string& name);
// The folder of the first of them, whole or not; empty when there is none.
std::string checkpointPath(const std::string& directory, const std::string& name);

}  // namespace stepscope
