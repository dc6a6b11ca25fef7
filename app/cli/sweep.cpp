// `sweep`: the runs of a sweep one after the other, without a window.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/progress_bar.h"
#include "app/cli/project_arguments.h"
#include "core/base/error.h"
#include "core/project/sweep.h"
#include "core/base/units.h"
#include "core/train/trainer.h"

namespace stepscope::cli {
namespace {

struct SweepArguments {
  std::string project, device = "cpu", group;
  std::vector<std::string> vary, settings;
  std::int64_t random = 0, seed = 1;
  bool json = false, list = false;
};

// "switches.batch_size=32,64"
SweepValues valuesOf(const std::string& text) {
  const std::size_t equal = text.find('=');
  if (equal == std::string::npos || equal == 0 || equal + 1 == text.size())
    throw Error(ErrorKind::Input, "--vary " + text, "this names no key and values", "Write --vary switches.batch_size=32,64");
  SweepValues values;
  values.key = text.substr(0, equal);
  for (std::size_t from = equal + 1; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    values.values.push_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  return values;
}

SweepSpec sweepOf(const SweepArguments& arguments, const Project& project) {
  if (arguments.vary.empty()) return project.sweep;
  SweepSpec sweep;
  for (const std::string& text : arguments.vary) sweep.values.push_back(valuesOf(text));
  sweep.seed = static_cast<std::uint64_t>(arguments.seed);
  if (arguments.random > 0) {
    sweep.kind = SweepKind::Random;
    sweep.runs = arguments.random;
  }
  return sweep;
}

// Trains one run to its end and says how it ended. Names it and puts it into the group as soon as it has a number.
EndEvent trainOne(Project project, const SweepArguments& arguments, const std::string& name, const std::string& group) {
  TrainerOptions options;
  options.device = arguments.device;
  const std::string store = project.storePath();
  Trainer trainer(std::move(project), options);
  std::optional<EndEvent> end;
  ProgressBar bar;
  while (!end) {
    if (interrupted()) trainer.stop();
    trainer.events().wait(50);
    for (const TrainerEvent& event : trainer.events().drain()) {
      if (const auto* start = std::get_if<StartEvent>(&event)) {
        RunWriter writer(store);
        writer.rename(start->run, name);
        writer.setGroup(start->run, group);
        writer.flush();
      }
      if (const auto* step = std::get_if<StepEvent>(&event); step && !arguments.json) bar.show(*step);
      if (const auto* ended = std::get_if<EndEvent>(&event)) end = *ended;
    }
  }
  trainer.join();
  bar.clear();
  return *end;
}

void sweep(const SweepArguments& arguments) {
  const Overrides fixed = overridesOf(arguments.settings);
  Project base = openProject(arguments.project, fixed);
  const std::vector<Overrides> runs = runsOf(sweepOf(arguments, base));
  // Every run is checked before the first one trains: a mistake in the last value shall not be found tomorrow.
  std::vector<Project> projects;
  for (const Overrides& run : runs) {
    Overrides all = fixed;
    all.insert(all.end(), run.begin(), run.end());
    projects.push_back(openProject(arguments.project, all));
    projects.back().sweep = {};
  }
  if (arguments.list) {
    for (const Overrides& run : runs) {
      if (!arguments.json) {
        fmt::print("{}\n", sweepRunName(run));
        continue;
      }
      Json set = Json::object();
      for (const auto& [key, value] : run) set[key] = value;
      printLine({{"name", sweepRunName(run)}, {"set", set}});
    }
    return;
  }
  const std::string group = arguments.group.empty() ? "sweep of " + base.name : arguments.group;
  catchInterrupts();
  std::size_t failed = 0;
  for (std::size_t i = 0; i < runs.size() && !interrupted(); ++i) {
    const std::string name = sweepRunName(runs[i]);
    if (!arguments.json) fmt::print("{} of {}: {}\n", i + 1, runs.size(), name);
    std::fflush(stdout);
    const TaskInfo* task = nullptr;
    const EndEvent end = trainOne(std::move(projects[i]), arguments, name, group);
    if (end.run > 0)
      if (const auto kept = RunReader(base.storePath()).run(end.run)) task = &infoOf(taskOf(*kept));
    failed += end.status == RunStatus::Failed;
    if (arguments.json) {
      Json set = Json::object();
      for (const auto& [key, value] : runs[i]) set[key] = value;
      printLine({{"run", end.run > 0 ? Json(end.run) : Json()},
                 {"name", name},
                 {"group", group},
                 {"set", set},
                 {"status", nameOf(end.status)},
                 {"message", end.message},
                 {"steps", end.steps},
                 {"seconds", end.seconds},
                 {"val_loss", end.validationLoss},
                 {"best_validation", end.bestValidation}});
    } else if (end.status == RunStatus::Failed) {
      fmt::print("  failed: {}\n", end.message);
    } else {
      fmt::print("  run {} {}, {}{}\n", end.run, nameOf(end.status), text::duration(end.seconds),
                 task && std::isfinite(end.bestValidation)
                     ? fmt::format(", best {} {}", task->best.title, text::metric(task->best, end.bestValidation))
                     : std::string());
    }
  }
  if (failed > 0) {
    fmt::print(stderr, "stepscope-cli: {} of {} runs failed\n", failed, runs.size());
    throw Failed{};
  }
}

}  // namespace

void addSweep(CLI::App& app) {
  CLI::App* command = app.add_subcommand("sweep", "Train the runs of a sweep one after the other; Ctrl+C stops the run and the sweep");
  const auto arguments = std::make_shared<SweepArguments>();
  addProject(*command, arguments->project);
  command->add_option("--vary", arguments->vary, "A key and its values, in place of the project's [sweep]: --vary switches.batch_size=32,64; may be repeated, all combinations are trained");
  command->add_option("--random", arguments->random, "Draw this many combinations instead")->check(CLI::PositiveNumber);
  command->add_option("--seed", arguments->seed, "Of the draws")->check(CLI::NonNegativeNumber);
  command->add_option("--group", arguments->group, "What the runs belong to in the table of runs");
  addSettings(*command, arguments->settings, "Override a key of the project file in every run");
  command->add_option("--device", arguments->device, "Where to compute")->capture_default_str();
  command->add_flag("--list", arguments->list, "Only say which runs there would be");
  command->add_flag("--json", arguments->json, "A JSON object a run, when it has ended");
  command->callback([arguments] { sweep(*arguments); });
}

}  // namespace stepscope::cli
