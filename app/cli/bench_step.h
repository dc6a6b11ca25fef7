// Times the training step of a model on synthetic data.
#pragma once

#include <cstdint>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"

namespace stepscope::cli {

struct BenchResult {
  double minMs = 0, medianMs = 0;
  int steps = 0, threads = 0;
  std::int64_t peakBytes = 0;
  std::int64_t flopsPerStep = 0;  // of forward and backward, a multiply and an add counted as two
};

// steps 0: as many as five seconds take, 10 to 1000. SGD with momentum 0.9. Kernels are timed on first use and remembered.
BenchResult benchStep(const ModelSpec& model, const ModelInput& input, const Switches& switches, int steps, int threads,
                      const Backend& backend);

}  // namespace stepscope::cli
