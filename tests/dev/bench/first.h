// The first training steps on synthetic data with everything they start from, so that another implementation can be held against them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"

namespace stepscope::dev {

struct FirstSteps {
  std::int64_t parameters = 0;
  double evaluationLoss = 0;   // of the initial weights, with running statistics and nothing dropped
  bool random = false;         // whether training drops values at random: then its losses cannot be repeated elsewhere
  std::vector<double> losses;  // of the training steps, each before its update
};

// Writes parameters and buffers under their names, and the batch as "x" and "labels", to the safetensors file `path` (replaced when it
// exists; its metadata "order" has the names in the order of the model); then evaluates once and trains `steps` steps as a bench does.
// Throws Error (Resource) when the file cannot be written.
FirstSteps firstSteps(const ModelSpec& model, const ModelInput& input, const Switches& switches, int threads, const Backend& backend,
                      const std::string& path, int steps);

}  // namespace stepscope::dev
