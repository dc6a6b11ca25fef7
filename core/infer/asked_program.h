// The forward pass of an AskedModel: compiled for a batch size, with its weights.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/infer/asked_model.h"
#include "core/models/model.h"

namespace stepscope {

struct AskedOptions {
  std::int64_t batch = 64;  // for a frozen model one of its sizes: batchFor()
  int threads = 0;          // 0: all cores this process may use
  bool autotune = true;     // time kernels that have no kept choice
  bool evaluated = true;    // with labels, loss and metrics. False leaves them out of a frozen model; other models always have them
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress = {};  // called while kernels are timed
};

struct AskedPrograms {
  std::vector<std::unique_ptr<Program>> streams;  // each may run in a thread of its own at the same time; none changes the state
  std::shared_ptr<Arena> state;                   // the weights, one copy for all streams
  DType precision = DType::F32;                   // of matrix products and convolutions
  std::vector<std::string> notes;                 // sentences for the user: kernels were chosen on another processor, bf16 is not faster here
  std::map<std::string, std::string> choices;     // the chosen kernels, as in KernelChoices::usedEntries, without provisional ones
};

// Compiles `streams` programs, which have their memory and weights and are ready to run. `input`: that of the samples (modelInputOf). Batch norms use
// their running statistics, and there is no dropout. Kernel choices are read from, and kept in, the user's cache. Throws Error (Input) if the samples
// or the weights do not fit the model; Cancelled.
AskedPrograms compileStreams(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options, int streams);
// One program, for callers that need nothing else of AskedPrograms.
std::unique_ptr<Program> compileAsked(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options);

// The batch size to compile the model for: `wanted`, or for a frozen model the size that FrozenModel::graphFor() gives. If that is another one, adds
// a sentence to `notes`.
std::int64_t batchFor(const AskedModel& model, std::int64_t wanted, std::vector<std::string>& notes);

}  // namespace stepscope
