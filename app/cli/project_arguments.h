// Arguments of several commands: a project (its file, or the folder of project.toml) and --set key=value.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace stepscope::cli {

void addProject(CLI::App& command, std::string& project);
void addSettings(CLI::App& command, std::vector<std::string>& settings, const char* help);

// Throws Error (Input) naming --set if there is no "=".
Overrides overridesOf(const std::vector<std::string>& settings);
Project openProject(const std::string& project, const Overrides& overrides = {});
// The same, but the data may be missing: a stored run has its own paths. data.path is then empty.
Project openProjectOfRuns(const std::string& project, const Overrides& overrides = {});
// The path of the project's store. Throws Error (Input) if nothing was trained in it yet.
std::string existingStore(const std::string& project);

}  // namespace stepscope::cli
