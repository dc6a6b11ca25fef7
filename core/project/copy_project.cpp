#include "core/project/copy_project.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/project/create_project.h"
#include "core/project/edit_key.h"
#include "core/project/project.h"
#include "core/project/toml_text.h"

namespace stepscope {

std::string copyProject(const Project& project, const std::string& folder) {
  std::ifstream in(project.file, std::ios::binary);
  std::ostringstream read;
  read << in.rdbuf();
  if (!in) throw Error(ErrorKind::Resource, project.file, "it cannot be read", "Check that the disk is there");
  std::string toml = read.str();
  const auto pointTo = [&](const char* key, const std::string& path) {
    std::error_code ignored;
    if (path.empty() || !std::filesystem::exists(path, ignored) || withoutKey(toml, key, project.file) == toml) return;
    toml = withKey(toml, key, tomlText(path), project.file);
  };
  pointTo("data.path", project.data.path);
  pointTo("data.train_path", project.data.trainPath);
  pointTo("data.validation_path", project.data.validationPath);
  pointTo("model.onnx", project.model.onnx);
  return createProject(folder, toml);
}

}  // namespace stepscope
