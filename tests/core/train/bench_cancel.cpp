// Prints how long a cancelled training or range test goes on while it prepares: opening data, planning, timing kernels, solving a memory
// budget, first weights, the first steps. With a table of kernels of its own, empty at first; every trial begins anew with the kernels
// that the trials before have timed, is cancelled after some time, and the last ones are cancelled in their steps.
//   bench_cancel [--train | --range] [--batch N] [--budget MiB] [MODEL]...         No test, since a test asserts no time.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/backend/openmp_waiting.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/project/project.h"
#include "core/train/rates/lr_range_test.h"
#include "core/train/trainer.h"

using namespace stepscope;

namespace {

constexpr int kTrialsWhenRunning = 6;
constexpr double kLeastMs = 20, kFirstMostMs = 400, kMostSeconds = 90;

struct Arguments {
  bool range = true;
  std::int64_t batch = 0, budgetMiB = 0;
  std::vector<std::string> models;
};

struct Trial {
  double latencyMs = 0, afterMs = 0;
  bool running = false;  // steps were done
  bool ended = false;    // by itself, before it was cancelled
  std::string message;   // why, where it failed
};

// The batch that the model's figures are usually given with.
std::int64_t usualBatch(const ZooEntry& entry) {
  if (entry.dtype == DType::I32) return entry.name == "gpt" || entry.name == "transformer" ? 8 : 32;
  const std::int64_t side = entry.defaultSample.back();
  return side >= 224 ? 16 : side >= 64 ? 64 : 128;
}

Project projectOf(const ZooEntry& entry, const Arguments& arguments, const std::filesystem::path& folder) {
  const std::int64_t batch = arguments.batch > 0 ? arguments.batch : usualBatch(entry);
  std::ofstream file(folder / "project.toml");
  file << "[data]\n";
  if (entry.dtype == DType::I32) {
    std::ofstream text(folder / "text.txt");
    for (int i = 0; i < 40000; ++i) text << static_cast<char>('a' + i * 7 % 26) << (i % 9 == 8 ? "\n" : "");
    file << "kind = \"text\"\npath = \"text.txt\"\ncontext_length = " << entry.defaultSample[0] << '\n';
  } else {
    file << "kind = \"synthetic\"\ncount = " << 8 * batch << "\nimage_size = " << entry.defaultSample.back() << '\n';
    if (entry.defaultSample[0] == 1) file << "mean = [0.5]\nstd = [0.25]\n";
  }
  file << "[model]\nname = \"" << entry.name << "\"\n[train]\nepochs = 100\n[train.optimizer]\nname = \"sgd\"\nlearning_rate = 0.01\n"
       << "momentum = 0.9\n[switches]\nbatch_size = " << batch << "\nnum_workers = 0\n";
  if (arguments.budgetMiB > 0) file << "checkpointing = \"budget\"\ncheckpoint_budget = \"" << arguments.budgetMiB << " MiB\"\n";
  file.close();
  return loadProject((folder / "project.toml").string());
}

double msSince(std::int64_t begin) {
  return static_cast<double>(nowNs() - begin) * 1e-6;
}

Trial cancelRange(const Project& project, double afterMs) {
  Trial trial;
  trial.afterMs = afterMs;
  std::atomic<bool> cancel{false}, done{false};
  std::atomic<std::int64_t> asked{0};
  std::thread asks([&] {
    const std::int64_t begin = nowNs();
    while (!done && msSince(begin) < afterMs) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    asked = nowNs();
    cancel = true;
  });
  LrRangeOptions options;
  options.steps = 1000;
  options.divergence = 1e300;
  options.cancel = &cancel;
  try {
    const LrRangeResult result = lrRangeTest(project, options, [&](const LrRangePoint&, std::int64_t, std::int64_t) {
      trial.running = true;
      return true;
    });
    trial.ended = !result.cancelled;
  } catch (const Error& error) {
    trial.ended = true;
    trial.message = error.what();
  }
  const std::int64_t end = nowNs();
  done = true;
  asks.join();
  trial.latencyMs = static_cast<double>(end - asked) * 1e-6;
  return trial;
}

// With a checkpoint to write, once a step is done.
Trial cancelTraining(const Project& project, double afterMs) {
  Trial trial;
  trial.afterMs = afterMs;
  Trainer trainer(project, {});
  const std::int64_t begin = nowNs();
  bool ended = false;
  const auto drain = [&](int ms) {
    trainer.events().wait(ms);
    for (const TrainerEvent& event : trainer.events().drain()) {
      if (std::holds_alternative<StepEvent>(event)) trial.running = true;
      if (const auto* end = std::get_if<EndEvent>(&event)) {
        ended = true;
        trial.message = end->message;
      }
    }
  };
  while (!ended && msSince(begin) < afterMs) drain(1);
  trial.ended = ended;
  const std::int64_t asked = nowNs();
  trainer.stop();
  while (!ended) drain(1);
  trial.latencyMs = msSince(asked);
  return trial;
}

void measure(const ZooEntry& entry, const Arguments& arguments) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("stepscope-cancel-" + std::to_string(nowNs()));
  std::filesystem::create_directories(folder);
  setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1);
  const Project project = projectOf(entry, arguments, folder);
  std::mt19937 random(1);
  double most = kFirstMostMs;
  std::uintmax_t known = 0;
  std::vector<Trial> preparing, running;
  std::string message;
  const std::int64_t begin = nowNs();
  while (running.size() < kTrialsWhenRunning && message.empty() && msSince(begin) < kMostSeconds * 1e3) {
    const double after = std::uniform_real_distribution<double>(kLeastMs, most)(random);
    const Trial trial = arguments.range ? cancelRange(project, after) : cancelTraining(project, after);
    message = trial.message;
    if (!trial.ended) (trial.running ? running : preparing).push_back(trial);
    // Where nothing new was timed, the next one gets longer.
    std::error_code none;
    const std::uintmax_t size = std::filesystem::file_size(folder / "cache/stepscope/kernels-cpu.tsv", none);
    most = !none && size > known ? kFirstMostMs : most * 1.3;
    if (!none) known = size;
  }
  const auto told = [](std::vector<Trial>& trials) {
    if (trials.empty()) return std::string("-");
    std::sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.latencyMs < b.latencyMs; });
    char text[128];
    std::snprintf(text, sizeof text, "%4zu trials, median %4.0f ms, most %4.0f ms (after %5.0f ms)", trials.size(),
                  trials[trials.size() / 2].latencyMs, trials.back().latencyMs, trials.back().afterMs);
    return std::string(text);
  };
  std::printf("%-20s batch %4lld  preparing: %s;  in steps: %s  %s\n", entry.name.c_str(), static_cast<long long>(project.switches.batchSize),
              told(preparing).c_str(), told(running).c_str(), message.c_str());
  std::fflush(stdout);
  std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
  restartWithShortSpins(argv);
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--train") arguments.range = false;
    else if (word == "--range") arguments.range = true;
    else if (word == "--batch" && i + 1 < argc) arguments.batch = std::atoll(argv[++i]);
    else if (word == "--budget" && i + 1 < argc) arguments.budgetMiB = std::atoll(argv[++i]);
    else arguments.models.push_back(word);
  }
  try {
    for (const ZooEntry& entry : modelZoo()) {
      const bool asked = std::find(arguments.models.begin(), arguments.models.end(), entry.name) != arguments.models.end();
      const bool possible = entry.dtype == DType::I32 || entry.defaultSample.size() == 3;  // a table is planned in no time
      if (arguments.models.empty() ? possible : asked) measure(entry, arguments);
    }
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
