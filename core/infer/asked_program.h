// The forward pass of a model that is asked: compiled for a batch size, with its weights, in f32.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/backend/backend.h"
#include "core/infer/asked_model.h"
#include "core/models/model.h"

namespace stepscope {

struct AskedOptions {
  std::int64_t batch = 64;
  int threads = 0;       // 0: all cores this process may use
  bool autotune = true;  // time kernels that have no kept choice
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress = {};  // of timing kernels
};

// input: of the samples (modelInputOf). Batch norms use their running statistics, and there is no dropout. The program has its memory and may run.
// Kernel choices are read from, and kept in, the user's cache. Throws Error (Input) if model and samples do not fit, or the weights do not fit the
// model; Cancelled.
std::unique_ptr<Program> compileAsked(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options);

}  // namespace stepscope
