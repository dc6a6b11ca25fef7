// Makes a frozen model from a trained one: a file that answers faster and needs neither project nor run.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/infer/asked_model.h"

namespace stepscope {

struct FreezeOptions {
  DType precision = DType::F32;                 // BF16: matrix products in bf16 on machines where it is faster than f32
  std::vector<std::int64_t> batches{1, 8, 32};  // the batch sizes that it will have
  std::vector<std::string> classNames{};        // replace the names in the model; empty: they are kept
  int threads = 0;                              // 0: all cores this process may use
  bool autotune = true;                         // time kernels that have no kept choice
  bool replace = false;                         // true: an existing file is replaced
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress = {};
};

struct Frozen {
  std::int64_t bytes = 0, parameters = 0;   // size of the file; number of weights and biases
  std::int64_t nodesBefore = 0, nodes = 0;  // nodes of the graph of one batch size: of the evaluation, and as written; neither is fused
  int foldedNorms = 0, keptNorms = 0;       // batch norms in that graph
  double difference = 0;                    // FrozenRecord::difference, in `precision`
  DType precision = DType::F32;             // with which it runs on this machine
  std::vector<std::string> notes;           // sentences for the user
};

// Rewrites the model's graph for each batch size (core/passes/inference_graph.h), compiles it, compares its answers on random samples with those of
// the model, and writes the file, completely or not at all. Throws Error (Input) if the model is frozen already, the file exists, model and weights
// do not fit, or an answer is not finite or differs by more than rounding; Error (Resource) if the file cannot be written; Cancelled.
Frozen freeze(const AskedModel& model, const Backend& backend, const FreezeOptions& options, const std::string& file);

}  // namespace stepscope
