// Prints what trials say against what runs do: a switch is tried on a small project, and a run of its own trains 200 steps with it, by turns,
// kRounds times each. A machine's clock moves by more than what is asked in some seconds (seen within one run: 10.5, 12.4 and 13.1 ms a step),
// so each trial is held against the run beside it, the median difference counts, and both ranges are printed. What other programs disturb is taken
// again, a few times, else it does not count.
//   bench_try [SECONDS [OTHERS [CASE...]]]         No test, since a test asserts no time.
// OTHERS: the share of the cores that other programs may take, 0.1 unless given; more says less.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "core/backend/openmp_waiting.h"
#include "core/base/clock.h"
#include "core/base/core_use.h"
#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/train/trainer.h"
#include "core/train/trial/try_project.h"

using namespace stepscope;

namespace {

struct Case {
  const char *model, *key, *text;
  std::int64_t size, batch, workers;
};
constexpr Case kCases[] = {
    {"lenet5", "batch_size", "128", 28, 64, 0},         {"lenet5", "amp", "bf16", 28, 64, 0},           {"lenet5", "fusion", "off", 28, 64, 0},
    {"lenet5", "num_workers", "1", 28, 64, 0},          {"lenet5", "num_workers", "0", 28, 64, 1},      {"resnet20", "amp", "bf16", 32, 32, 0},
    {"resnet20", "checkpointing", "blocks", 32, 32, 0}, {"resnet20", "channels_last", "on", 32, 32, 0}, {"resnet20", "autotune", "off", 32, 32, 0},
    {"resnet20", "batch_size", "64", 32, 32, 0}};
// Steps of the first half second are the run's start: its store is made, tables of kernels are written.
constexpr double kStartSeconds = 0.5;
constexpr int kSkipped = 25, kSteps = 200, kRounds = 5, kTries = 3;

Project projectOf(const Case& one, const std::string& directory) {
  const std::string toml = fmt::format(
      "[project]\nname = \"try\"\n[data]\nkind = \"synthetic\"\ncount = 4096\nimage_size = {}\nclasses = 10\n[model]\nname = \"{}\"\n"
      "[train]\nepochs = 100000\n[train.optimizer]\nname = \"sgd\"\nlearning_rate = 0.01\n[train.capture]\nstep = -1\n"
      "[switches]\nbatch_size = {}\nnum_workers = {}\n",
      one.size, one.model, one.batch, one.workers);
  return parseProject(toml, directory + "/project.toml");
}

struct Measured {
  double stepMs = 0, others = 0;
};

// Means over 200 steps: what the run's throughput is.
Measured trained(Project project) {
  Trainer trainer(std::move(project), {});
  double sum = 0;
  int steps = 0;
  std::optional<std::int64_t> begin;
  std::optional<CoreUse> use;
  Measured measured;
  for (bool ended = false; !ended;) {
    trainer.events().wait(50);
    for (const TrainerEvent& event : trainer.events().drain()) {
      if (const auto* step = std::get_if<StepEvent>(&event)) {
        if (!begin) begin = nowNs();
        if (!use && step->step > kSkipped && static_cast<double>(nowNs() - *begin) * 1e-9 > kStartSeconds) {
          use.emplace();
          continue;
        }
        if (!use || steps == kSteps) continue;
        sum += step->of("step_ms");
        if (++steps == kSteps) {
          measured = {sum / kSteps, use->others().value_or(0)};
          trainer.stop();
        }
      }
      if (const auto* end = std::get_if<EndEvent>(&event)) {
        ended = true;
        if (end->status == RunStatus::Failed) throw Error(ErrorKind::Internal, "the run", end->message);
      }
    }
  }
  trainer.join();
  return measured;
}

// In a process of its own, as a user's run is: the threads of the trial's products would stand beside those of the run.
Measured trainedApart(const std::string& program, int number) {
  Measured measured;
  FILE* child = popen(fmt::format("'{}' run {}", program, number).c_str(), "r");
  if (!child) return measured;
  if (std::fscanf(child, "%lf %lf", &measured.stepMs, &measured.others) != 2) measured = {};
  pclose(child);
  return measured;
}

int runOf(int number) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("stepscope-try-run-" + std::to_string(nowNs()));
  std::filesystem::create_directories(folder);
  const Case& one = kCases[number - 1];
  Project with = projectOf(one, folder.string());
  with.switches = turned(with.switches, one.key, one.text);
  const Measured run = trained(with);
  fmt::print("{} {}\n", run.stepMs, run.others);
  std::filesystem::remove_all(folder);
  return 0;
}

struct Spread {
  double median = NAN, least = NAN, most = NAN;
};
Spread spreadOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values.front(), values.back()};
}

}  // namespace

int main(int argc, char** argv) {
  restartWithShortSpins(argv);
  if (argc == 3 && std::string(argv[1]) == "run") return runOf(std::clamp(std::atoi(argv[2]), 1, static_cast<int>(std::size(kCases))));
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  const double mostOthers = argc > 2 ? std::atof(argv[2]) : CoreUse::kMostOthers;
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("stepscope-try-" + std::to_string(nowNs()));
  std::filesystem::create_directories(folder);
  int counted = 0, near = 0;
  int number = 0;
  for (const Case& one : kCases) {
    ++number;
    bool wanted = argc <= 3;
    for (int i = 3; i < argc; ++i) wanted = wanted || std::atoi(argv[i]) == number;
    if (!wanted) continue;
    try {
      const Project project = projectOf(one, folder.string());
      TryOptions options;
      options.limits.seconds = seconds;
      options.limits.mostOthers = mostOthers;
      std::vector<double> tried, runs, differences;
      std::string sentence;
      const auto takeTrial = [&]() -> std::optional<double> {
        for (int i = 0; i < kTries; ++i) {
          const TrialResult trial = tryProject(project, one.key, one.text, options);
          sentence = trial.sentence();
          if (trial.figures && trial.outcome != TrialOutcome::CoresBusy) return trial.with.measuredMs;
        }
        return std::nullopt;
      };
      const auto takeRun = [&]() -> std::optional<double> {
        for (int i = 0; i < kTries; ++i) {
          const Measured run = trainedApart(argv[0], number);
          if (run.stepMs > 0 && run.others <= mostOthers) return run.stepMs;
        }
        return std::nullopt;
      };
      for (int round = 0; round < kRounds; ++round) {
        std::optional<double> trial, run;
        if (round % 2 == 0) trial = takeTrial();
        run = takeRun();
        if (round % 2 == 1) trial = takeTrial();
        if (!trial || !run) continue;
        tried.push_back(*trial);
        runs.push_back(*run);
        differences.push_back(*trial / *run - 1);
      }
      const bool quiet = differences.size() == kRounds;
      const Spread trials = spreadOf(std::move(tried)), separate = spreadOf(std::move(runs));
      const double off = spreadOf(std::move(differences)).median;
      counted += quiet;
      near += quiet && std::abs(off) <= 0.05;
      fmt::print("{:>2} {:<9} {:<14} {:<7} tried {:7.3f} ms ({:.3f} to {:.3f})  a run {:7.3f} ms ({:.3f} to {:.3f})  {:+5.1f} %{}   {}\n", number,
                 one.model, one.key, one.text, trials.median, trials.least, trials.most, separate.median, separate.least, separate.most, 100 * off,
                 quiet ? "" : "  cores busy, does not count", sentence);
    } catch (const Error& error) {
      fmt::print("{:>2} {} {}={}: {}\n", number, one.model, one.key, one.text, error.what());
    }
    std::fflush(stdout);
  }
  std::filesystem::remove_all(folder);
  fmt::print("within 5 %: {} of {} that count\n", near, counted);
  return 0;
}
