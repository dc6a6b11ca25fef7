// Arguments that several commands have: a project (its file, or the folder of project.toml) and --set key=value.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace stepscope::cli {

void addProject(CLI::App& command, std::string& project);
void addSettings(CLI::App& command, std::vector<std::string>& settings, const char* help);

// The changes in "key=value" texts. Throws Error (Input) about --set for a text without key or "=".
Overrides overridesOf(const std::vector<std::string>& settings);
Project openProject(const std::string& project, const Overrides& overrides = {});
// The same, but the data may be missing, because each stored run has its own path of data. data.path is empty then.
Project openProjectOfRuns(const std::string& project, const Overrides& overrides = {});
// The path of the project's store. Throws Error (Input) if nothing was trained in the project yet.
std::string existingStore(const std::string& project);

}  // namespace stepscope::cli
