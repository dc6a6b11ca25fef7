// Checkpoints: a directory with model.safetensors, optim.safetensors, state.json and MANIFEST.json (size and CRC-32 of each file). Each save is a new
// directory "last.000007", written under a temporary name, flushed, and renamed. Surplus saves are deleted afterwards, so there is always a whole
// checkpoint, and a damaged newest one has a predecessor. No pickle.
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
  double epochLossSum = 0;  // sum over the current epoch so far
  double epochMetricSum = 0;
  std::int64_t epochSamples = 0;
  double best = std::numeric_limits<double>::quiet_NaN();  // best value of the task's metric; NaN: no validation yet
  std::map<std::string, double> numbers;                   // state of parts of training: "plateau.best"
  std::map<std::string, std::string> texts;                // further state as text: "monitor.metric"
  std::uint64_t seed = 0;
  int threads = 0;
  std::map<std::string, std::string> kernelChoices;
  std::string configuration;  // toJson(project) with the current switches
  std::string dataFingerprint;
  CheckpointScore score;
};

// `name`: "last" or "best", in `directory`, which is created if it is missing. Checks free space first (1.2x). The first `keep` saves of that name
// stay: the newest ones, for "best" those with the best scores. Throws Error (Resource) with the path; earlier saves stay.
void saveCheckpoint(const Checkpoint& checkpoint, const std::string& directory, const std::string& name, std::size_t keep = 2);
enum class CheckpointParts { All, WithoutOptimizer };
// The newest save whose files are whole; for "best" the one with the best score. `fallback`, if given, receives a sentence for the user if the first
// one was damaged. Throws Error (Input) with the damaged file if none is whole, or with the folder if there is none.
Checkpoint loadCheckpoint(const std::string& directory, const std::string& name, std::string* fallback = nullptr,
                          CheckpointParts parts = CheckpointParts::All);
// One save by its folder, "runs/3/best.000002". Throws Error (Input) with the damaged file if it is not whole.
Checkpoint loadCheckpointAt(const std::string& path);
// Reads every byte and throws the same errors, but does not keep the data in memory.
void verifyCheckpoint(const std::string& path);
bool hasCheckpoint(const std::string& directory, const std::string& name);
// The folder of the first save of that name, whole or damaged; empty if there is none.
std::string checkpointPath(const std::string& directory, const std::string& name);

}  // namespace stepscope
