// Finds the model that an argument means, a model of the zoo or that of a project, and its input.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "core/models/model.h"
#include "core/project/project.h"

namespace stepscope::cli {

struct ZooModel {
  ModelSpec spec;
  ModelInput input;
};

// The model of the zoo with this name. imageSize = 0: the model's own. Throws Error (Input), which proposes the nearest name, if there is none.
ZooModel zooModel(const std::string& name, std::int64_t imageSize);

struct ChosenModel {
  Project project;  // for a zoo model: SGD with momentum, batches of 64
  ModelInput input;
  std::string name;
};

// A zoo model, a project file, or a folder with project.toml; the input of a project's model is found by opening its data. imageSize is for zoo
// models. Throws Error (Input).
ChosenModel chosenModel(const std::string& nameOrProject, std::int64_t imageSize);

// Adds the command `model init`.
void addModelInit(CLI::App& model);

}  // namespace stepscope::cli
