// How fast event files of TensorBoard become runs, printed and not asserted.
//   bench_import FOLDER [MB] [TIMES]     event files of MB (96) in FOLDER/events unless they are there: 4 runs of 20 scalars, an event each, as
//                                        torch.utils.tensorboard writes them; imported TIMES (5) times, into a new store each time
// tests/bench/store/tensorboard_peer holds the same files against TensorBoard's own loader.
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/exchange/event.h"
#include "core/exchange/record_file.h"
#include "core/exchange/tensorboard_import.h"
#include "core/store/run_store.h"

using namespace stepscope;
namespace fs = std::filesystem;

namespace {

constexpr int kRuns = 4, kSeries = 20;

double processorSeconds() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

void makeRun(const fs::path& folder, int run, std::uint64_t bytes) {
  fs::create_directories(folder);
  std::ofstream file(folder / "events.out.tfevents.1700000000.host.1.0", std::ios::binary);
  std::string out;
  appendRecord(out, versionEvent(1.7e9));
  std::uint64_t written = 0;
  for (int step = 0; written + out.size() < bytes; ++step) {
    for (int series = 0; series < kSeries; ++series) {
      const auto value = static_cast<float>(std::exp(-step * 1e-4) + 0.01 * std::sin(step * 0.7 + series + run));
      appendRecord(out, scalarEvent(1.7e9 + step * 0.05, step, "train/metric_" + std::to_string(series), value, step == 0));
    }
    if (out.size() < (1u << 20)) continue;
    file.write(out.data(), static_cast<std::streamsize>(out.size()));
    written += out.size();
    out.clear();
  }
  file.write(out.data(), static_cast<std::streamsize>(out.size()));
}

struct Took {
  double seconds = 0, processor = 0;
  std::uint64_t bytes = 0;
  std::int64_t points = 0;
};

Took import(const fs::path& folder) {
  const fs::path store = folder / "import.db";
  for (const char* suffix : {"", "-wal", "-shm", "-lock", "-queue"}) fs::remove(store.string() + suffix);
  Took took;
  const double processor = processorSeconds();
  const std::int64_t begin = nowNs();
  {
    RunWriter writer(store.string());
    TensorBoardImport events((folder / "events").string(), writer, "events");
    took.bytes = events.read({}, TensorBoardImport::Until::Finished);
    for (const ImportedRun& run : events.finish()) took.points += run.points;
  }
  took.seconds = static_cast<double>(nowNs() - begin) * 1e-9;
  took.processor = processorSeconds() - processor;
  return took;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("bench_import FOLDER [MB] [TIMES]\n", stderr);
    return 2;
  }
  const fs::path folder = arguments[1];
  const std::uint64_t bytes = static_cast<std::uint64_t>(count > 2 ? std::atoi(arguments[2]) : 96) * 1'000'000;
  const int times = count > 3 ? std::max(1, std::atoi(arguments[3])) : 5;
  if (!fs::exists(folder / "events"))
    for (int run = 0; run < kRuns; ++run) makeRun(folder / "events" / ("run_" + std::to_string(run)), run, bytes / kRuns);
  std::vector<Took> all;
  for (int i = 0; i < times; ++i) all.push_back(import(folder));
  std::sort(all.begin(), all.end(), [](const Took& a, const Took& b) { return a.seconds < b.seconds; });
  const Took& median = all[all.size() / 2];
  const double megabytes = static_cast<double>(median.bytes) * 1e-6;
  std::printf("tfevents import, %.0f MB, %lld points, median of %d: %.0f MB/s, %.2f million points/s, %.3f s; processor time %.3f s\n", megabytes,
              static_cast<long long>(median.points), times, megabytes / median.seconds, static_cast<double>(median.points) * 1e-6 / median.seconds,
              median.seconds, median.processor);
  return 0;
}
