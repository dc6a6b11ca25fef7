// Checkpoints: a directory with model.safetensors, optim.safetensors, state.json and MANIFEST.json (size and CRC-32 of each file). Each
// save is a new directory "last.000007", written under a temporary name, flushed, and renamed; the one before it is kept until the next
// save, so at every moment there is a whole checkpoint, and a damaged newest one has a predecessor. No pickle.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/models/safetensors.h"

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
  std::uint64_t seed = 0;
  int threads = 0;
  std::map<std::string, std::string> kernelChoices;
  std::string configuration;  // toJson(project) with the switches as they are
  std::string dataFingerprint;
};

// name: "last" or "best", in `directory`, which is made where it is missing. Checks free space first (1.2x). Throws Error (Resource) naming
// the folder; what was there stays.
void saveCheckpoint(const Checkpoint& checkpoint, const std::string& directory, const std::string& name);
// The newest save whose files are whole. `fallback`, when given, receives a sentence for the user when that was not the newest one.
// Throws Error (Input) naming the damaged file when none is whole, or the folder when there is none.
Checkpoint loadCheckpoint(const std::string& directory, const std::string& name, std::string* fallback = nullptr);
bool hasCheckpoint(const std::string& directory, const std::string& name);
// The folder of the newest save, whole or not; empty when there is none.
std::string checkpointPath(const std::string& directory, const std::string& name);
// Deletes leftovers of processes that died while writing; those of living processes stay.
void removeTemporaries(const std::string& directory);

}  // namespace stepscope
