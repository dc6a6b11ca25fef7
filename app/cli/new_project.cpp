#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/data_output.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_bar.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/data/kinds/dataset_table.h"
#include "core/models/onnx_end.h"
#include "core/project/create_project.h"
#include "core/project/starting_point.h"
#include "core/train/prediction/start_check.h"

namespace stepscope::cli {
namespace {

namespace fs = std::filesystem;

struct NewArguments {
  std::string data, out, name, model;
  std::vector<std::string> target, settings;
  bool json = false;
};

// Previews the data at a path, or of a kind that needs no path: "shapes".
DataPreview previewOf(const std::string& data, const PreviewWatch& watch, const DataSpec& asked) {
  std::error_code ignored;
  const DatasetDef* def = findDataset(data);
  if (!def || pathMustExist(*def) || fs::exists(data, ignored)) return previewData(data, watch, asked);
  DataPreview preview;
  preview.spec.kind = data;
  preview.finished = true;
  return preview;
}

// Throws Error (Input) if a finding prevents training.
void requireTrainable(const DataPreview& data) {
  for (const DataFinding& finding : data.findings)
    if (finding.weight == DataFinding::Weight::Stop)
      throw Error(ErrorKind::Input, finding.examples.empty() ? data.spec.path : finding.examples.front(), finding.what, finding.cure);
}

void newProject(const NewArguments& arguments) {
  catchInterrupts();
  PreviewWatch watch;
  watch.cancelled = &interruptFlag();
  DataSpec asked;
  applyToData(asked, overridesOf(arguments.settings));
  if (!arguments.target.empty()) asked.target = arguments.target;
  DataPreview data = previewOf(arguments.data, watch, asked);
  if (interrupted()) throw Failed{};
  const bool hasColumns = data.spec.kind == "table" || data.spec.kind == "image_list";
  if (const DatasetDef* def = findDataset(data.spec.kind); def && !hasColumns && !arguments.target.empty())
    throw Error(ErrorKind::Input, "--target",
                fmt::format("\"{}\" is read as {}, which has no columns", arguments.data,
                            def->samples == DatasetDef::Samples::Tokens ? "a text"
                            : def->samples == DatasetDef::Samples::Rows ? "arrays"
                                                                        : "pictures"),
                "Leave --target out, or give a table");
  if (!arguments.json) printPreview(data, Stopping::ToldAsError);
  if (!data.trainable()) {
    if (arguments.json) {
      printLine({{"project", Json()}, {"data", jsonOf(data)}});
      throw Failed{};
    }
    requireTrainable(data);
  }
  if (!arguments.model.empty()) {
    const std::vector<std::string> models = modelsFor(data.spec);
    if (std::find(models.begin(), models.end(), arguments.model) == models.end())
      throw Error(ErrorKind::Input, "--model", fmt::format("\"{}\" is not a model for these data", arguments.model),
                  suggestName(arguments.model, models));
  }
  const std::string name = arguments.name.empty() ? projectNameFor(data.spec) : arguments.name;
  const std::string parent = fs::current_path().string();
  const std::string folder = arguments.out.empty() ? (fs::path(parent) / freeProjectName(parent, name)).string() : arguments.out;
  const std::vector<StartingLine> lines = startingPoint(data);
  const std::string file = createProject(folder, projectText(name, data, data.spec.path, lines, arguments.model, words()));
  const StartingRule* rule = startingRuleFor(data);
  if (arguments.json) {
    Json settings = Json::object();
    for (const StartingLine& line : lines) settings[line.key] = line.value;
    printLine({{"project", file},
               {"name", name},
               {"data", jsonOf(data)},
               {"settings", settings},
               {"rule", rule ? Json(rule->title) : Json()},
               {"evidence", rule && arguments.model.empty() ? Json(rule->evidence) : Json()}});
    return;
  }
  say("\nWrote {}\n", Name{file});
  if (rule && arguments.model.empty()) say("Its settings are those for {}. Measured with them: {}.\n", rule->title, rule->evidence);
  say("Train it: stepscope-cli train {}\n", Name{file});
}

// The command `data check`.

struct CheckArguments {
  std::string path;
  std::vector<std::string> settings;
  bool json = false, whole = false;
};

bool isProjectFile(const std::string& path) {
  std::error_code ignored;
  return fs::path(path).extension() == ".toml" || fs::exists(fs::path(path) / "project.toml", ignored);
}

// The project that `new` would create for these data.
Project projectLike(const DataPreview& data) {
  const std::string text = projectText(projectNameFor(data.spec), data, data.spec.path, startingPoint(data), {});
  return parseProject(text, (fs::current_path() / "project.toml").string());
}

// Prepares a training as far as needed to find errors that the data alone do not show, and adds them to the findings.
void tryToStart(const Project& project, DataPreview& data) {
  try {
    checkStart(project, &interruptFlag());
    if (std::string sentence = leftOutAtEnd(project.model, data.task); !sentence.empty()) {
      DataFinding note;
      note.what = std::move(sentence);
      data.findings.push_back(std::move(note));
    }
  } catch (const Cancelled&) {
  } catch (const Error& error) {
    DataFinding stop;
    stop.weight = DataFinding::Weight::Stop;
    stop.what = fmt::format("training would not start: {}: {}", error.where(), error.happened());
    stop.cure = error.cure();
    data.findings.insert(data.findings.begin(), std::move(stop));
  }
}

void checkData(const CheckArguments& arguments) {
  catchInterrupts();
  PreviewWatch watch;
  watch.cancelled = &interruptFlag();
  watch.whole = arguments.whole;
  DataSpec asked;
  const Overrides overrides = overridesOf(arguments.settings);
  std::optional<Project> project;
  if (isProjectFile(arguments.path)) project = openProject(arguments.path, overrides);
  else applyToData(asked, overrides);
  ProgressBar bar;
  watch.partial = [&](const DataPreview& seen) {
    if (!seen.doing.empty()) bar.status(spoken("{} ...", seen.doing));
  };
  DataPreview data = project ? previewData(project->data, watch) : previewData(arguments.path, watch, asked);
  bar.clear();
  if (interrupted()) throw Failed{};
  if (data.trainable()) tryToStart(project ? *project : projectLike(data), data);
  if (interrupted()) throw Failed{};
  if (arguments.json) printLine(jsonOf(data));
  else printPreview(data);
  if (!data.trainable()) throw Failed{};
}

}  // namespace

void addNew(CLI::App& app) {
  CLI::App* command = app.add_subcommand("new", "Make a project for data: a folder of pictures, a table, a text");
  const auto arguments = std::make_shared<NewArguments>();
  command->add_option("data", arguments->data, "A folder or a file; or a kind of data that needs none, such as shapes")->required();
  command->add_option("--out", arguments->out, "Folder of the project, which is created. Default: one named after the data, in the current folder");
  command->add_option("--name", arguments->name, "Name of the project. Default: that of the data");
  command->add_option("--target", arguments->target, "For a table: the column to predict; may be repeated");
  addSettings(*command, arguments->settings, "A key of [data], such as data.decimal=comma; may be repeated");
  command->add_option("--model", arguments->model, "A model of the zoo instead of the one chosen for the data");
  command->add_flag("--json", arguments->json, "One JSON object on standard output");
  command->callback([arguments] { newProject(*arguments); });
}

void addData(CLI::App& app) {
  CLI::App* data = app.add_subcommand("data", "Look at data before training");
  data->require_subcommand(1);
  CLI::App* check = data->add_subcommand(
      "check",
      "Samples, classes, split, how each column of a table is read, and problems: unreadable files, equal samples, columns that reveal the target; everything that training would refuse");
  const auto arguments = std::make_shared<CheckArguments>();
  check->add_option("path", arguments->path, "A project, or data: a folder or a file")->required();
  addSettings(*check, arguments->settings, "A key of the project, or of [data] if there is no project, such as data.decimal=comma; may be repeated");
  check->add_flag("--whole", arguments->whole,
                  "Decode every picture, not only headers and a sample of them; equal pictures are then found by their pixels");
  check->add_flag("--json", arguments->json, "One JSON object on standard output; the exit code is 1 if training is not possible with the data");
  check->callback([arguments] { checkData(*arguments); });
}

}  // namespace stepscope::cli
