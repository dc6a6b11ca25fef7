// Models of every kind with weights that hide no fault: norms with scales, shifts and running statistics of their own, biases that are not 0. The
// same numbers everywhere.
#pragma once

#include <string>
#include <vector>

#include "core/infer/asked_model.h"

namespace stepscope::test {

struct ExportedModelCase {
  std::string name;  // "resnet18", "layers of images"
  AskedModel model;
};

// All of the zoo and three models from layers; small samples, or those that the models were published with.
std::vector<std::string> exportedModelNames();
ExportedModelCase exportedModel(const std::string& name, bool fullSize);

// Random samples for it, row by row; tokens of a text are whole numbers.
std::vector<float> samplesFor(const ExportedModelCase& one, std::int64_t batch);
// What the model gives for them: compiled as for an evaluation.
std::vector<float> answersOf(const ExportedModelCase& one, std::int64_t batch, const std::vector<float>& samples);

}  // namespace stepscope::test
