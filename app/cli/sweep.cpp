// `sweep`: trains the runs of a sweep one after the other, without a window.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/progress_bar.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/project/sweep.h"
#include "core/sweep/sweep_queue.h"

namespace stepscope::cli {
namespace {

struct SweepArguments {
  std::string project, device = "cpu", group;
  std::vector<std::string> vary, settings;
  std::int64_t random = 0, seed = 1;
  bool json = false, list = false, goOn = false;
};

// The position of the comma that ends a value, or the length of the text. Commas inside a list ([4,5]) or in quotes do not end it.
std::size_t endOfValue(const std::string& text, std::size_t from) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[') {
      ++depth;
    } else if (c == ']') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      return i;
    }
  }
  return text.size();
}

// A key and its values from a text such as "switches.batch_size=32,64" or "model.hidden=[3],[4,5]". Throws Error (Input).
SweepValues valuesOf(const std::string& text) {
  const std::size_t equal = text.find('=');
  if (equal == std::string::npos || equal == 0 || equal + 1 == text.size())
    throw Error(ErrorKind::Input, "--vary " + text, "this does not name a key and values", "Write --vary switches.batch_size=32,64");
  SweepValues values;
  values.key = text.substr(0, equal);
  for (std::size_t from = equal + 1; from <= text.size();) {
    const std::size_t comma = endOfValue(text, from);
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

Json setOf(const Overrides& run) {
  Json set = Json::object();
  for (const auto& [key, value] : run) set[key] = value;
  return set;
}

void listSweep(const SweepArguments& arguments, const std::vector<Overrides>& runs) {
  for (const Overrides& run : runs) {
    if (!arguments.json) {
      say("{}\n", Name{sweepRunName(run)});
      continue;
    }
    printLine({{"name", sweepRunName(run)}, {"set", setOf(run)}});
  }
}

void tellEnd(const SweepArguments& arguments, const std::string& group, const SweepRun& run, const EndEvent& end) {
  if (arguments.json) {
    printLine({{"run", end.run > 0 ? Json(end.run) : Json()},
               {"name", run.name},
               {"group", group},
               {"set", setOf(run.overrides)},
               {"status", nameOf(end.status)},
               {"message", end.message},
               {"steps", end.steps},
               {"seconds", end.seconds},
               {"val_loss", end.validated ? measured(end.validationLoss) : Json()},
               {"best_validation", end.bestValidation}});
  } else if (end.status == RunStatus::Failed) {
    say("  failed: {}\n", end.message);
  } else {
    const Metric& best = infoOf(end.task).best;
    say("  run {} {}, {}{}\n", end.run, words().sentence(nameOf(end.status)), text::duration(end.seconds),
        std::isfinite(end.bestValidation) ? spoken(", best {} {}", best.title, text::metric(best, end.bestValidation)) : std::string());
    if (!end.saved) tellError(end.message);
  }
}

void sweep(const SweepArguments& arguments) {
  const Overrides fixed = overridesOf(arguments.settings);
  Project base = openProject(arguments.project, fixed);
  std::vector<Overrides> runs;
  if (!arguments.goOn) {
    const SweepSpec spec = sweepOf(arguments, base);
    runs = runsOf(spec);
    if (spec.kind == SweepKind::Random && static_cast<std::int64_t>(runs.size()) < spec.runs)
      tellError(spoken("there are no more than {} of these values", text::counted(static_cast<std::int64_t>(runs.size()), "combination")));
  }
  std::unique_ptr<SweepQueue> queue;
  std::size_t begun = 0, failed = 0, notSaved = 0;
  ProgressBar bar;
  SweepOptions options;
  options.device = arguments.device;
  options.group = arguments.group;
  options.signedBy = arguments.vary.empty() ? "sweep" : "--vary";
  options.resumeStopped = arguments.goOn;
  options.onBegin = [&](const SweepRun& run) {
    if (!arguments.json)
      say("{} of {}: {}{}\n", ++begun, runs.size(), Name{oneLine(run.name)}, run.run > 0 ? spoken(", run {} goes on", run.run) : std::string());
    std::fflush(stdout);
  };
  options.onEvent = [&](const SweepRun& run, const TrainerEvent& event) {
    if (const auto* step = std::get_if<StepEvent>(&event); step && !arguments.json) bar.show(*step);
    const auto* end = std::get_if<EndEvent>(&event);
    if (!end) return;
    bar.clear();
    failed += end->status == RunStatus::Failed;
    notSaved += !end->saved;
    tellEnd(arguments, queue->group(), run, *end);
  };
  if (arguments.goOn) {
    queue = SweepQueue::kept(base.file, options);
    if (!queue) {
      tellError(spoken("{}: no run of an earlier sweep waits. Leave out --continue, and declare a sweep with [sweep] or --vary.", Name{base.file}));
      throw Failed{kNothingLeft};
    }
    for (const SweepRun& run : queue->runs())
      if (run.state == SweepRunState::Waiting) runs.push_back(run.overrides);
  } else {
    queue = std::make_unique<SweepQueue>(base.file, fixed, runs, options);
  }
  if (arguments.list) return listSweep(arguments, runs);
  catchInterrupts();
  queue->start();
  while (queue->active()) {
    if (interrupted()) queue->stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  if (failed > 0) {
    tellError(spoken("{} of {} failed", failed, text::counted(static_cast<std::int64_t>(runs.size()), "run")));
    throw Failed{};
  }
  if (notSaved > 0) {
    tellError(spoken("{} of {} not completely on disk", notSaved, text::counted(static_cast<std::int64_t>(runs.size()), "run")));
    throw Failed{kNotSaved};
  }
}

}  // namespace

void addSweep(CLI::App& app) {
  CLI::App* command = app.add_subcommand("sweep", "Train the runs of a sweep one after the other; Ctrl+C stops the run and the sweep");
  const auto arguments = std::make_shared<SweepArguments>();
  addProject(*command, arguments->project);
  command->add_option(
      "--vary", arguments->vary,
      "A key and its values, instead of the project's [sweep]: --vary switches.batch_size=32,64, --vary 'model.hidden=[8],[16,8]'; may be repeated, all combinations are trained");
  command->add_option("--random", arguments->random, "Draw this many combinations instead")->check(CLI::PositiveNumber);
  command->add_option("--seed", arguments->seed, "Of the draws")->check(CLI::NonNegativeNumber);
  command->add_option("--group", arguments->group, "The group of the runs in the table of runs");
  addSettings(*command, arguments->settings, "Override a key of the project file in every run");
  command->add_option("--device", arguments->device, "Where to compute")->capture_default_str();
  command
      ->add_flag("--continue", arguments->goOn,
                 "Continue the last sweep of this project, also one of the window: first the stopped run from its checkpoint, then the waiting runs")
      ->excludes("--vary");
  command->add_flag("--list", arguments->list, "Only list the runs that would be trained");
  command->add_flag("--json", arguments->json, "A JSON object for each run, when it has ended");
  command->callback([arguments] { sweep(*arguments); });
}

}  // namespace stepscope::cli
