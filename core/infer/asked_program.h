// The forward pass of a model that is asked: compiled for a batch size, with its weights.
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
  std::int64_t batch = 64;  // of a frozen model: one of its sizes (batchFor)
  int threads = 0;          // 0: all cores this process may use
  bool autotune = true;     // time kernels that have no kept choice
  bool evaluated = true;    // with labels, loss and metrics; a frozen model may be asked without
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress = {};  // of timing kernels
};

struct AskedPrograms {
  std::vector<std::unique_ptr<Program>> streams;  // each may run in a thread of its own, beside the others; none changes the state
  std::shared_ptr<Arena> state;                   // the weights, once for all of them
  DType precision = DType::F32;                   // of its products
  std::vector<std::string> notes;                 // sentences for the user: kernels of another processor, a precision that has no use here
  std::map<std::string, std::string> choices;     // of kernels, as KernelChoices::usedEntries; none that is provisional
};

// input: of the samples (modelInputOf). Batch norms use their running statistics, and there is no dropout. The programs have their memory and may
// run. Kernel choices are read from, and kept in, the user's cache. Throws Error (Input) if model and samples do not fit, or the weights do not fit
// the model; Cancelled.
AskedPrograms compileStreams(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options, int streams);
// One of them, if nothing else is wanted to be known.
std::unique_ptr<Program> compileAsked(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options);

// The batch size to compile a model for, if `wanted` is asked for: a frozen model has only some. `notes` gets a sentence if it is another one.
std::int64_t batchFor(const AskedModel& model, std::int64_t wanted, std::vector<std::string>& notes);

}  // namespace stepscope
