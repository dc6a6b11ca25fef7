// Layers of random shapes, each a step with its gradients, in bf16 or fp16 against f32: what the review of October 2026 found wrong on a CPU
// with AMX was found so. The same seed is the same layer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/backend/backend.h"

namespace stepscope {

struct RandomLayerResult {
  std::string layer;                 // "conv2d 3x16x1x9 ... in bf16, NHWC"
  std::string wrong;                 // empty: it agrees with f32
  std::string raw;                   // what was thrown and was no sentence of ours with a cure
  std::vector<std::string> leftOut;  // kernels that were found to be wrong and did not run
  bool refused = false;              // the model itself was refused: no such layer
};

RandomLayerResult runRandomLayer(const Backend& backend, std::uint32_t seed);

}  // namespace stepscope
