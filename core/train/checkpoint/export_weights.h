// The weights of a checkpoint for other programs.
#pragma once

#include <string>

#include "core/train/checkpoint/checkpoint.h"

namespace stepscope {

// The moving averages of the weights, where the run kept some, in the place of the weights: what its validations measured. True: there are.
bool putAverages(Checkpoint& checkpoint);

struct ExportedWeights {
  std::int64_t tensors = 0, values = 0, bytes = 0;  // bytes of the file
  std::int64_t step = 0;
  bool averages = false;
};
// One safetensors file with the names and shapes of PyTorch's state_dict (weights row by row, [out, in, ...]), "format": "pt". Written under a
// temporary name first. Throws Error: the checkpoint is damaged, the file exists and may not be replaced, the disk.
ExportedWeights exportWeights(const std::string& checkpointPath, const std::string& file, bool replace);

}  // namespace stepscope
