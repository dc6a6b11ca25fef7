// Checkpoints on the disk: lists them, exports their weights for other programs, and deletes them.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/runs/runs_commands.h"
#include "app/cli/speech.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/base/task.h"
#include "core/base/units.h"
#include "core/models/metrics.h"
#include "core/train/checkpoint/checkpoint_care.h"
#include "core/train/checkpoint/export_weights.h"

namespace stepscope::cli {

Json checkpointJson(std::int64_t run, const std::string& runName, const CheckpointInfo& info) {
  const bool scored = info.score.known(), read = info.step >= 0;
  return {{"run", run},
          {"run_name", runName},
          {"name", info.name},
          {"kind", info.kind},
          {"step", read ? Json(info.step) : Json()},
          {"epoch", info.epoch >= 0 ? Json(info.epoch) : Json()},
          {"metric", scored ? Json(info.score.metric) : Json()},
          {"value", scored ? Json(info.score.value) : Json()},
          {"bytes", info.bytes},
          {"saved_ms", info.savedMs > 0 ? Json(info.savedMs) : Json()},
          {"first", info.first},
          {"path", info.path},
          {"problem", info.problem.empty() ? Json() : Json(info.problem)}};
}

namespace {

struct CheckpointArguments {
  std::string project, file, checkpoint;
  RunId run = 0;
  std::vector<std::string> names;
  std::int64_t keepLast = 0, keepBest = 0;
  bool yes = false, force = false, json = false;
};

std::string bytesText(std::uint64_t bytes) {
  return text::bytes(static_cast<double>(bytes));
}

std::string scoreText(const CheckpointScore& score) {
  if (!score.known()) return "-";
  if (const MetricDef* def = findMetric(score.metric)) return score.metric + " " + text::metric(def->metric, score.value);
  return score.metric + " " + text::number(score.value);
}

std::string savedText(std::int64_t unixMs) {
  if (unixMs <= 0) return "-";
  const std::time_t seconds = unixMs / 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", local);
}

void printCheckpoint(const std::string& runName, const CheckpointInfo& info, const std::string& why) {
  const auto number = [](std::int64_t value) { return value < 0 ? std::string("-") : text::count(value); };
  say("{:<16} {:<14} {:>9} {:>7}  {:<22} {:>10}  {:<19}  {}\n", oneLine(runName), oneLine(info.name), number(info.step), number(info.epoch),
      scoreText(info.score), bytesText(info.bytes), savedText(info.savedMs), words().sentence(why));
}

void printCheckpointHead(const char* last) {
  say("{:<16} {:<14} {:>9} {:>7}  {:<22} {:>10}  {:<19}  {}\n", "run", "checkpoint", "step", "epochs", "validated", "size", "saved", last);
}

RunInfo runWithCheckpoints(const std::string& project, RunId run) {
  const auto found = RunReader(existingStore(project)).run(run);
  if (!found)
    throw Error(ErrorKind::Input, fmt::format("run {}", run), "there is no such run in " + project,
                "List the runs with: stepscope-cli runs list " + project);
  return *found;
}

void listAllCheckpoints(const CheckpointArguments& arguments) {
  const Project project = openProjectOfRuns(arguments.project);
  std::vector<RunInfo> runs;
  if (arguments.run > 0) runs.push_back(runWithCheckpoints(arguments.project, arguments.run));
  else runs = RunReader(existingStore(arguments.project)).runs();
  std::uint64_t bytes = 0;
  std::int64_t count = 0;
  for (const RunInfo& run : runs)
    for (const CheckpointInfo& info : listCheckpoints(project.runDirectory(run.id))) {
      bytes += info.bytes;
      if (arguments.json) {
        printLine(checkpointJson(run.id, run.name, info));
        continue;
      }
      if (count++ == 0) printCheckpointHead("");
      printCheckpoint(run.name, info, !info.problem.empty() ? spoken("not whole: {}", words().sentence(info.problem)) : info.first ? info.kind : "");
    }
  if (arguments.json) return;
  say("{}, {}\n", text::counted(count, "checkpoint"), bytesText(bytes));
}

void exportCheckpoint(const CheckpointArguments& arguments) {
  const Project project = openProjectOfRuns(arguments.project);
  const RunInfo run = runWithCheckpoints(arguments.project, arguments.run);
  const std::string directory = project.runDirectory(run.id);
  std::string wanted = arguments.checkpoint;
  if (wanted.empty()) {
    const std::vector<CheckpointInfo> all = listCheckpoints(directory);
    const bool best = std::any_of(all.begin(), all.end(), [](const CheckpointInfo& info) { return info.first && info.kind == "best"; });
    wanted = best ? "best" : "last";
  }
  const CheckpointInfo info = findCheckpoint(directory, wanted, run.name);
  ExportedWeights done;
  saving([&] { done = exportWeights(info.path, arguments.file, arguments.force); });
  if (arguments.json) {
    printLine({{"file", arguments.file},
               {"run", run.id},
               {"checkpoint", info.name},
               {"step", done.step},
               {"tensors", done.tensors},
               {"values", done.values},
               {"bytes", done.bytes},
               {"averages", done.averages}});
    return;
  }
  say("{}: {} of {}, step {}, {} with {}, {}\n", Name{arguments.file}, Name{oneLine(info.name)}, Name{oneLine(run.name)}, text::count(done.step),
      text::counted(done.tensors, "tensor"), text::counted(done.values, "value"), bytesText(static_cast<std::uint64_t>(done.bytes)));
  if (done.averages) say("They are the moving averages of the weights, which the run was validated with.\n");
}

void deleteNamedCheckpoints(const CheckpointArguments& arguments) {
  const Project project = openProjectOfRuns(arguments.project);
  const RunInfo run = runWithCheckpoints(arguments.project, arguments.run);
  const std::uint64_t bytes = deleteCheckpoints(project, run.id, arguments.names, arguments.force);
  if (arguments.json) printLine({{"run", run.id}, {"deleted", arguments.names}, {"bytes", bytes}});
  else say("{}: {} freed\n", Name{oneLine(run.name)}, bytesText(bytes));
}

void cleanCheckpoints(const CheckpointArguments& arguments) {
  const Project project = openProjectOfRuns(arguments.project);
  existingStore(arguments.project);
  const CheckpointSpec& spec = project.train.checkpoints;
  const std::int64_t keepLast = arguments.keepLast > 0 ? arguments.keepLast : spec.keepLast;
  const std::int64_t keepBest = arguments.keepBest > 0 ? arguments.keepBest : spec.keepBest;
  CleanUp clean = planCleanUp(project, arguments.run > 0 ? std::optional(arguments.run) : std::nullopt, keepLast, keepBest);
  const std::vector<std::string> orphans = clean.orphans;
  const std::uint64_t orphanBytes = clean.orphanBytes;
  if (arguments.yes) clean = cleanUp(project, clean);
  if (arguments.json) {
    Json items = Json::array();
    for (const CleanUpItem& item : clean.items) {
      Json json = checkpointJson(item.run, item.runName, item.checkpoint);
      json["why"] = item.why;
      items.push_back(std::move(json));
    }
    printLine({{"done", arguments.yes},
               {"keep_last", keepLast},
               {"keep_best", keepBest},
               {"bytes", clean.bytes},
               {"leftover_bytes", clean.leftoverBytes},
               {"checkpoints", std::move(items)},
               {"notes", clean.notes},
               {"orphans", orphans},
               {"orphan_bytes", orphanBytes}});
    return;
  }
  if (!clean.items.empty()) printCheckpointHead("why");
  for (const CleanUpItem& item : clean.items) printCheckpoint(item.runName, item.checkpoint, item.why);
  for (const std::string& note : clean.notes) say("{}\n", withoutControls(note));
  if (clean.leftoverBytes > 0) say("Leftovers of saves that were killed: {}\n", bytesText(clean.leftoverBytes));
  if (!orphans.empty())
    say("{} in {} of runs that the store does not know (the first: {}) are left alone; remove them by hand if they are not needed\n",
        bytesText(orphanBytes), orphans.size() == 1 ? spoken("the folder") : spoken("{} folders", orphans.size()), Name{orphans.front()});
  if (arguments.yes) say("{} freed\n", bytesText(clean.bytes + clean.leftoverBytes));
  else if (clean.items.empty() && clean.leftoverBytes == 0)
    say("Nothing to clean up: the newest {} and the best {} of every run stay.\n", keepLast, keepBest);
  else
    say("{}, {} would be free. Nothing was deleted yet: add --yes to do it.\n",
        text::counted(static_cast<std::int64_t>(clean.items.size()), "checkpoint"), bytesText(clean.bytes + clean.leftoverBytes));
}

}  // namespace

void addCheckpoints(CLI::App& app) {
  CLI::App* command = app.add_subcommand("checkpoints", "Checkpoints of runs: list them, export weights for other programs, delete them");
  const auto arguments = std::make_shared<CheckpointArguments>();
  CLI::Option* listed = command->add_option("PROJECT", arguments->project, "Project file, or a folder that holds project.toml");
  command->add_option("--run", arguments->run, "Only this run")->check(CLI::PositiveNumber);
  command->add_flag("--json", arguments->json, "One JSON object a checkpoint");
  command->callback([command, listed, arguments] {
    if (!command->get_subcommands().empty()) return;
    if (listed->count() == 0) throw CLI::RequiredError("PROJECT");
    listAllCheckpoints(*arguments);
  });
  const auto add = [&](const char* name, const char* help, void (*work)(const CheckpointArguments&)) {
    CLI::App* sub = command->add_subcommand(name, help);
    addProject(*sub, arguments->project);
    sub->add_flag("--json", arguments->json, "One JSON object");
    sub->callback([arguments, work] { work(*arguments); });
    return sub;
  };
  CLI::App* exporting = add("export", "The weights as one safetensors file with PyTorch's names and shapes", exportCheckpoint);
  exporting->add_option("RUN", arguments->run, "Number of the run")->required();
  exporting->add_option("--out", arguments->file, "The file to write")->required();
  exporting->add_option("--checkpoint", arguments->checkpoint, "best (if there is one), last, or a name of the list");
  exporting->add_flag("--force", arguments->force, "Replace the file if it exists");
  CLI::App* deleting = add("delete", "Deletes checkpoints; what a run could be resumed from only with --force", deleteNamedCheckpoints);
  deleting->add_option("RUN", arguments->run, "Number of the run")->required();
  deleting->add_option("CHECKPOINT", arguments->names, "Names of the list: last.000007")->required();
  deleting->add_flag("--force", arguments->force, "Also the one that the run would be resumed from");
  CLI::App* cleaning = add("clean", "Shows the surplus checkpoints and their size; with --yes deletes them", cleanCheckpoints);
  cleaning->add_option("--run", arguments->run, "Only this run")->check(CLI::PositiveNumber);
  cleaning->add_option("--keep-last", arguments->keepLast, "Keep this many of the newest; default: train.checkpoints.keep_last")
      ->check(CLI::PositiveNumber);
  cleaning->add_option("--keep-best", arguments->keepBest, "Keep this many of the best; default: train.checkpoints.keep_best")
      ->check(CLI::PositiveNumber);
  cleaning->add_flag("--yes", arguments->yes, "Delete them");
}

}  // namespace stepscope::cli
