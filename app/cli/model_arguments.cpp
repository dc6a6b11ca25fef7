#include "app/cli/model_arguments.h"

#include <filesystem>
#include <vector>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/train/steps/task_metric.h"

namespace stepscope::cli {

ZooModel zooModel(const std::string& name, std::int64_t imageSize) {
  std::vector<std::string> names;
  for (const ZooEntry& entry : modelZoo()) {
    names.push_back(entry.name);
    if (entry.name != name) continue;
    ZooModel model;
    model.spec.name = name;
    model.input = defaultInput(entry);
    if (imageSize > 0) {
      if (model.input.sample.size() != 3) throw Error(ErrorKind::Input, "--image", name + " takes no images", "Leave --image out");
      model.input.sample[1] = model.input.sample[2] = imageSize;
    }
    return model;
  }
  throw Error(ErrorKind::Input, name, "there is no model of this name", suggestName(name, names));
}

ChosenModel chosenModel(const std::string& nameOrProject, std::int64_t imageSize) {
  ChosenModel chosen;
  chosen.name = nameOrProject;
  std::error_code ignored;
  const bool isFile = nameOrProject.find('/') != std::string::npos || nameOrProject.ends_with(".toml") ||
                      std::filesystem::exists(std::filesystem::path(nameOrProject) / "project.toml", ignored);
  if (!isFile) {
    ZooModel model = zooModel(nameOrProject, imageSize);
    chosen.project.model = std::move(model.spec);
    chosen.project.train.optimizer.momentum = 0.9;
    chosen.input = std::move(model.input);
    return chosen;
  }
  if (imageSize > 0) throw Error(ErrorKind::Input, "--image", "a project has the images of its data", "Leave --image out, or change data.image_size");
  chosen.project = loadProject(nameOrProject);
  chosen.input = modelInputOf(openData(chosen.project.data).train->info());
  return chosen;
}

}  // namespace stepscope::cli
