// Prints what recording costs a training run: the same run trains on, and by turns nobody watches it, its last ten steps are followed (a
// trace of them is taken as often as the window takes one), and windows of steps are captured one after the other. Rounds of half a
// second, interleaved, so that what else the machine does falls on all three; ratios are the medians of those to the round without.
//   bench_capture PROJECT.toml [ROUNDS]         No test, since a test asserts no time.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <thread>
#include <vector>

#include "core/backend/openmp_waiting.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/project/project.h"
#include "core/train/trainer.h"

using namespace stepscope;

namespace {

constexpr int kFollowed = 10, kCaptured = 5;
constexpr std::int64_t kRoundNs = 500'000'000;
enum Mode { Alone, Followed, Captured, kModes };
constexpr const char* kNames[] = {"alone", "followed", "captured"};

double cpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[static_cast<std::size_t>(static_cast<double>(values.size() - 1) * share)];
}
double median(std::vector<double> values) {
  return quantile(std::move(values), 0.5);
}

struct Round {
  std::vector<double> stepMs;
  double cpuMsPerStep = 0;
};

}  // namespace

int main(int argc, char** argv) {
  restartWithShortSpins(argv);
  if (argc < 2) {
    std::fputs("bench_capture PROJECT.toml [ROUNDS]\n", stderr);
    return 2;
  }
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
  const std::filesystem::path store = std::filesystem::temp_directory_path() / ("stepscope-bench-" + std::to_string(nowNs()));
  try {
    Project project = loadProject(argv[1]);
    project.train.epochs = 1'000'000;
    project.directory = store.string();
    Trainer trainer(std::move(project), {});
    bool ended = false;
    int traces = 0;
    Mode mode = Alone;
    std::vector<double>* steps = nullptr;
    const auto pump = [&](std::int64_t ns) {
      for (const std::int64_t until = nowNs() + ns; nowNs() < until && !ended; std::this_thread::sleep_for(std::chrono::milliseconds(33)))
        for (const TrainerEvent& event : trainer.events().drain()) {
          if (const auto* step = std::get_if<StepEvent>(&event); step && steps) steps->push_back(step->of("step_ms"));
          if (std::holds_alternative<LiveEvent>(event)) {
            ++traces;
            trainer.wantLive();
          }
          if (std::holds_alternative<CaptureEvent>(event)) {
            ++traces;
            if (mode == Captured) trainer.capture(kCaptured);
          }
          if (const auto* end = std::get_if<EndEvent>(&event)) {
            ended = true;
            std::fprintf(stderr, "the run ended: %s\n", end->message.c_str());
          }
        }
    };
    pump(4 * kRoundNs);  // kernels are chosen, caches are warm
    std::vector<Round> done[kModes];
    for (int round = 0; round < rounds && !ended; ++round)
      for (int turn = 0; turn < kModes && !ended; ++turn) {
        mode = static_cast<Mode>((round + turn) % kModes);
        trainer.follow(mode == Followed ? kFollowed : 0);
        if (mode == Followed) trainer.wantLive();
        if (mode == Captured) trainer.capture(kCaptured);
        steps = nullptr;
        pump(kRoundNs / 5);
        Round measured;
        steps = &measured.stepMs;
        const double cpu = cpuSeconds();
        pump(kRoundNs);
        measured.cpuMsPerStep = (cpuSeconds() - cpu) * 1e3 / static_cast<double>(std::max<std::size_t>(1, measured.stepMs.size()));
        steps = nullptr;
        done[mode].push_back(std::move(measured));
      }
    trainer.stop();
    trainer.join();
    std::filesystem::remove_all(store);
    if (done[kModes - 1].empty()) return 1;
    // The quickest tenth of the steps is what the machine disturbs least: the figure to compare.
    for (int m = 0; m < kModes; ++m) {
      std::vector<double> all, undisturbed, cpu;
      for (std::size_t r = 0; r < std::min(done[m].size(), done[Alone].size()); ++r) {
        const Round &round = done[m][r], &alone = done[Alone][r];
        all.insert(all.end(), round.stepMs.begin(), round.stepMs.end());
        if (round.stepMs.empty() || alone.stepMs.empty()) continue;
        undisturbed.push_back(quantile(round.stepMs, 0.1) / quantile(alone.stepMs, 0.1));
        cpu.push_back(round.cpuMsPerStep / alone.cpuMsPerStep);
      }
      std::printf("%-9s %7zu steps   a step: quickest tenth %8.4f ms (%+.2f %%), median %8.4f ms   processor time %+.2f %%\n", kNames[m], all.size(),
                  quantile(all, 0.1), 100 * (median(undisturbed) - 1), median(all), 100 * (median(cpu) - 1));
    }
    std::printf("%d traces were taken meanwhile\n", traces);
    return 0;
  } catch (const Error& error) {
    std::filesystem::remove_all(store);
    std::fprintf(stderr, "bench_capture: %s\n", error.what());
    return 1;
  }
}
