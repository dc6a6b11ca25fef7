// What several commands take: a project (its file, or the folder of project.toml) and --set key=value.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/project/project.h"

namespace stepscope::cli {

void addProject(CLI::App& command, std::string& project);
void addSettings(CLI::App& command, std::vector<std::string>& settings, const char* help);

// Throws Error (Input) naming --set when there is no "=".
Overrides overridesOf(const std::vector<std::string>& settings);
Project openProject(const std::string& project, const Overrides& overrides = {});
// The same, but the data may be gone: a kept run knows where its own are. data.path is empty then.
Project openProjectOfRuns(const std::string& project, const Overrides& overrides = {});
// The path of the project's store. Throws Error (Input) when nothing was trained in it yet.
std::string existingStore(const std::string& project);

}  // namespace stepscope::cli
