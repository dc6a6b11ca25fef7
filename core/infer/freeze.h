// Makes a frozen model of a trained one: a file that answers faster and needs neither project nor run.
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
  DType precision = DType::F32;                 // BF16: products in bf16 where the machine multiplies it faster
  std::vector<std::int64_t> batches{1, 8, 32};  // sizes that it can be asked in
  std::vector<std::string> classNames{};        // instead of the model's own; empty: those
  int threads = 0;                              // 0: all cores this process may use
  bool autotune = true;                         // time kernels that have no kept choice
  bool replace = false;                         // an existing file
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress = {};
};

struct Frozen {
  std::int64_t bytes = 0, parameters = 0;   // of the file; weights and biases
  std::int64_t nodesBefore = 0, nodes = 0;  // of the graph of one batch size, before fusion
  int foldedNorms = 0, keptNorms = 0;
  double difference = 0;           // FrozenRecord::difference, in the precision that it runs with here
  DType precision = DType::F32;    // that it runs with here
  std::vector<std::string> notes;  // sentences for the user
};

// Rewrites the model's graph for each batch size (core/passes/inference_graph.h), compiles it, compares its answers on random samples with those of
// the model, and writes the file whole or not at all. Throws Error (Input): the model is frozen already, the file exists, model and weights do not
// fit, an answer is not finite or differs by more than rounding; Error (Resource): the disk; Cancelled. Nothing is written then.
Frozen freeze(const AskedModel& model, const Backend& backend, const FreezeOptions& options, const std::string& file);

}  // namespace stepscope
