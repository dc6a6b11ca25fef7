// Where the time of `stepscope-cli advise FILE` goes: bench_advise FILE [TIMES]. Each stage alone, with the time of all its threads on processors;
// then what the command does, in which some of them run side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <memory>

#include "core/base/clock.h"
#include "profiler/advisor/advise.h"
#include "profiler/io/import.h"

namespace {

using namespace stepscope;

double processorMs() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

void time(const char* what, int times, const std::function<void()>& work) {
  double wall = 1e300, processor = 1e300;
  for (int i = 0; i < times; ++i) {
    const std::int64_t begin = nowNs();
    const double before = processorMs();
    work();
    processor = std::min(processor, processorMs() - before);
    wall = std::min(wall, static_cast<double>(nowNs() - begin) * 1e-6);
  }
  fmt::print("  {:<34} {:>7.1f} ms wall {:>7.1f} ms of processors\n", what, wall, processor);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("bench_advise FILE [TIMES]\n", stderr);
    return 2;
  }
  try {
    const std::string path = argv[1];
    const int times = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
    std::shared_ptr<const Trace> trace;
    time("import", times, [&] { trace = std::make_shared<const Trace>(*importTrace(path)); });
    const Trace& t = *trace;
    fmt::print("{}: {} events, {} spans; the least of {}\n", path, t.events, t.spanCount(), times);
    time("fact sheet", times, [&] { factSheet(t); });
    time("breakdown by phase", times, [&] { breakDown(t); });
    std::shared_ptr<const StepReplay> replay;
    time("replay", times, [&] { replay = std::make_shared<const StepReplay>(t); });
    CriticalPath critical;
    time("critical path", times, [&] { critical = criticalPath(t, *replay); });
    time("what-ifs", times, [&] { gainsOf(t, *replay, critical, 4); });
    time("kinds of kernels, products", times, [&] { gpuWork(t); });
    time("kernel table, with their arguments", times, [&] { kernelTable(t); });
    AdviceFacts facts;
    time("facts of all these", times, [&] { facts.trace = traceFacts(trace); });
    time("rules", times, [&] { advise(facts); });
    time("import, facts, rules", times, [&] {
      AdviceFacts all;
      all.trace = traceFacts(std::make_shared<const Trace>(*importTrace(path)));
      advise(all);
    });
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_advise: %s\n", error.what());
    return 1;
  }
}
