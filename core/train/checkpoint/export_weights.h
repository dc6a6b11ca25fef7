// Exports the weights of a checkpoint for other programs.
#pragma once

#include <string>

#include "core/train/checkpoint/checkpoint.h"

namespace stepscope {

// Replaces the weights by their moving averages, if the run kept them: its validations used these. Returns true if it did.
bool putAverages(Checkpoint& checkpoint);

// Drops the class weights of the loss: they are stored with the model's weights as a buffer of the loss, but neither PyTorch's module nor a graph
// that evaluates has them.
void dropLossWeights(Checkpoint& checkpoint);

struct ExportedWeights {
  std::int64_t tensors = 0, values = 0, bytes = 0;  // `bytes`: size of the file
  std::int64_t step = 0;
  bool averages = false;
};
// One safetensors file with the names and shapes of PyTorch's state_dict (weights row by row, [out, in, ...]), "format": "pt". Written under a
// temporary name first. Throws Error if the checkpoint is damaged, if the file exists and may not be replaced, or if it cannot be written.
ExportedWeights exportWeights(const std::string& checkpointPath, const std::string& file, bool replace);

}  // namespace stepscope
