#include "app/cli/model_arguments.h"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/speech.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/base/units.h"
#include "core/models/init_check.h"
#include "core/train/steps/task_metrics.h"

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
  if (imageSize > 0)
    throw Error(ErrorKind::Input, "--image", "a project uses the image size of its data", "Leave --image out, or change data.image_size");
  chosen.project = loadProject(nameOrProject);
  chosen.input = modelInputOf(openData(chosen.project.data).train->info());
  return chosen;
}

namespace {

struct InitArguments {
  std::string model;
  std::uint64_t seed = 1;
  bool json = false;
};

void check(const InitArguments& arguments, bool seedGiven) {
  const ChosenModel chosen = chosenModel(arguments.model, 0);
  const std::uint64_t seed = seedGiven ? arguments.seed : chosen.project.train.seed;
  const std::vector<InitCheck> checks = checkInitialValues(buildModel(chosen.project.model, chosen.input, 2, true), seed);
  const auto disagreeing = std::count_if(checks.begin(), checks.end(), [](const InitCheck& c) { return !c.agrees(); });
  if (arguments.json) {
    Json rows = Json::array();
    for (const InitCheck& c : checks)
      rows.push_back({{"parameter", c.name},
                      {"shape", c.shape},
                      {"rule", describe(c.init)},
                      {"expected_mean", c.expectedMean},
                      {"expected_std", c.expectedDeviation},
                      {"mean", c.mean},
                      {"std", c.deviation},
                      {"agrees", c.agrees()},
                      {"disagreement", c.disagreement}});
    printLine({{"model", arguments.model}, {"seed", seed}, {"parameters", rows}, {"disagreeing", disagreeing}});
  } else {
    say("{}, seed {}\n\n{:<44} {:<16} {:<30} {:>10} {:>10} {:>10} {:>10}\n", arguments.model, seed, "parameter", "shape", "rule", "mean", "measured",
        "std", "measured");
    for (const InitCheck& c : checks)
      say("{:<44} {:<16} {:<30} {:>10.4g} {:>10.3g} {:>10.4g} {:>10.4g}{}\n", c.name, toString(c.shape), words().sentence(describe(c.init)),
          c.expectedMean, c.mean, c.expectedDeviation, c.deviation,
          c.agrees() ? std::string() : spoken("  DISAGREES: {}", words().sentence(c.disagreement)));
    say("\n{}, {} of them disagree with their rule\n", text::counted(static_cast<std::int64_t>(checks.size()), "parameter"), disagreeing);
  }
  if (disagreeing > 0) throw Failed{};
}

}  // namespace

void addModelInit(CLI::App& model) {
  CLI::App* command =
      model.add_subcommand("init", "Mean and standard deviation of every parameter's initial values, compared with its initialisation rule");
  const auto arguments = std::make_shared<InitArguments>();
  command->add_option("NAME", arguments->model, "Name of a model, a project file, or a folder that holds project.toml")->required();
  CLI::Option* seed = command->add_option("--seed", arguments->seed, "Seed; default: the project's train.seed, or 1");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments, seed] { check(*arguments, seed->count() > 0); });
}

}  // namespace stepscope::cli
