#include "app/cli/project_arguments.h"

#include <algorithm>
#include <filesystem>

#include "core/base/error.h"

namespace stepscope::cli {

void addProject(CLI::App& command, std::string& project) {
  command.add_option("PROJECT", project, "Project file, or a folder that holds project.toml")->required();
}

void addSettings(CLI::App& command, std::vector<std::string>& settings, const char* help) {
  command.add_option("--set", settings, help)->allow_extra_args(false);
}

Overrides overridesOf(const std::vector<std::string>& settings) {
  Overrides overrides;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error(ErrorKind::Input, "--set " + setting, "this is not key=value", "Write, for example, --set switches.batch_size=128");
    overrides.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return overrides;
}

Project openProject(const std::string& project, const Overrides& overrides) {
  return loadProject(project, overrides);
}

Project openProjectOfRuns(const std::string& project, const Overrides& overrides) {
  const bool named = std::any_of(overrides.begin(), overrides.end(), [](const auto& one) { return one.first == "data.path"; });
  try {
    return openProject(project, overrides);
  } catch (const Error&) {
    if (named) throw;
    // The data may be missing, so the project's own folder takes their place. This second attempt reports all other errors of the file.
    Overrides without = overrides;
    without.emplace_back("data.path", "\".\"");
    Project opened = openProject(project, without);
    opened.data.path.clear();
    return opened;
  }
}

std::string existingStore(const std::string& project) {
  const std::string path = openProjectOfRuns(project).storePath();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw Error(ErrorKind::Input, path, "nothing was trained in this project yet", "Train it first: stepscope-cli train " + project);
  return path;
}

}  // namespace stepscope::cli
