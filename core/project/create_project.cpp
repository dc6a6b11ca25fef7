#include "core/project/create_project.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/base/whole_file.h"
#include "core/data/kinds/dataset_table.h"
#include "core/project/edit_key.h"
#include "core/project/project.h"
#include "core/project/starting_point.h"
#include "core/project/toml_text.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 64;
// Names of folders that say nothing about their contents.
constexpr std::array<std::string_view, 9> kEmptyNames = {"data", "dataset", "datasets", "images", "train", "raw", "input", "pictures", "photos"};

bool saysNothing(const std::string& name) {
  return std::find(kEmptyNames.begin(), kEmptyNames.end(), lower(name)) != kEmptyNames.end();
}

// The nearest existing folder above a path.
fs::path existingAbove(fs::path path) {
  std::error_code ignored;
  while (!path.empty() && !fs::exists(path, ignored) && path != path.parent_path()) path = path.parent_path();
  return path;
}

}  // namespace

std::string projectNameFor(const DataSpec& data) {
  fs::path path = fs::path(data.path).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  std::error_code ignored;
  std::string name;
  if (fs::is_directory(path, ignored)) {
    name = path.filename().string();
    if (saysNothing(name) && path.parent_path().has_filename()) name = path.parent_path().filename().string();
  } else {
    name = path.stem().string();
    if (path.extension() == ".gz") name = fs::path(name).stem().string();
  }
  if (name.empty()) name = data.kind;
  for (char& c : name)
    if (c == '/' || static_cast<unsigned char>(c) < 0x20) c = '-';
  while (!name.empty() && (name.front() == '.' || name.front() == ' ')) name.erase(0, 1);
  if (name.size() > kLongestName) {
    name.resize(kLongestName);
    while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0U) == 0x80U) name.pop_back();
    if (!name.empty() && static_cast<unsigned char>(name.back()) >= 0x80U) name.pop_back();
  }
  return name.empty() ? "project" : name;
}

std::string freeProjectName(const std::string& parent, const std::string& name) {
  std::error_code ignored;
  std::string free = name;
  for (int i = 2; fs::exists(fs::path(parent) / free, ignored) && i < 10'000; ++i) free = fmt::format("{}-{}", name, i);
  return free;
}

std::string createProject(const std::string& folder, const std::string& text) {
  const fs::path file = fs::absolute(fs::path(folder)).lexically_normal() / "project.toml";
  std::error_code failed;
  if (fs::exists(file, failed)) throw Error(ErrorKind::Input, file.string(), "there is a project already", "Choose another name, or open that one");
  parseProject(text, file.string());
  fs::create_directories(file.parent_path(), failed);
  const std::string cure = "Choose a folder that you may write to";
  if (failed) throw Error(ErrorKind::Resource, file.parent_path().string(), "the folder cannot be made (" + failed.message() + ")", cure);
  writeWhole(text, file.string());
  return file.string();
}

std::string whyNotWritable(const std::string& parent) {
  const fs::path there = existingAbove(fs::absolute(parent).lexically_normal());
  std::error_code ignored;
  if (!fs::is_directory(there, ignored)) return fmt::format("{} is not a folder", there.string());
  if (access(there.c_str(), W_OK | X_OK) != 0) return fmt::format("{} cannot be written to", there.string());
  return {};
}

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
  pointTo("data.test_path", project.data.testPath);
  pointTo("model.onnx", project.model.onnx);
  return createProject(folder, toml);
}

std::string newProjectText(const std::string& name, const std::string& dataKind, const std::string& dataPath) {
  const DatasetDef* def = findDataset(dataKind);
  require(def != nullptr, "a project was to begin with an unknown kind of data");
  DataPreview data;  // only its kind is known
  data.spec.kind = dataKind;
  if (data.spec.kind == "text") {
    data.spec.validationSplit = 0.1;
    data.spec.contextLength = 64;
  }
  return projectText(name, data, def->path == DatasetDef::Path::None ? std::string() : dataPath, startingPoint(data));
}

}  // namespace stepscope
