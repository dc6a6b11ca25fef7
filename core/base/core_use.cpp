#include "core/base/core_use.h"

#include <sched.h>
#include <unistd.h>
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/base/clock.h"

namespace stepscope {

CoreTimes coreTimes() {
  CoreTimes times;
  times.now = nowNs();
  timespec own{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  times.own = std::int64_t{own.tv_sec} * 1'000'000'000 + own.tv_nsec;
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  const bool known = sched_getaffinity(0, sizeof(allowed), &allowed) == 0;
  const std::int64_t tick = 1'000'000'000 / std::max(1L, sysconf(_SC_CLK_TCK));
  std::ifstream file("/proc/stat");
  std::string line;
  while (std::getline(file, line) && line.starts_with("cpu")) {
    std::istringstream fields(line.substr(3));
    int core = 0;
    if (line[3] == ' ' || !(fields >> core)) continue;  // "cpu" without a number: the sum of all cores
    if (known && (core >= CPU_SETSIZE || !CPU_ISSET(core, &allowed))) continue;
    std::int64_t user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0;
    if (!(fields >> user >> nice >> system >> idle >> waiting >> interrupts >> soft)) continue;
    fields >> stolen;
    times.work += (user + nice + system + interrupts + soft + stolen) * tick;
    ++times.cores;
  }
  return times;
}

std::optional<double> CoreUse::others() const {
  constexpr std::int64_t kLeastNs = 50'000'000;
  const CoreTimes now = times_();
  const std::int64_t passed = now.now - begin_.now;
  if (begin_.cores <= 0 || now.cores != begin_.cores || passed < kLeastNs) return std::nullopt;
  const double others = static_cast<double>((now.work - begin_.work) - (now.own - begin_.own));
  return std::clamp(others / (static_cast<double>(passed) * now.cores), 0.0, 1.0);
}

// A thread's schedstat file holds the time that it ran, the time that it waited for a core (both in ns since it began) and its number of time slices.
// The counts of a thread that has ended are not included.
std::int64_t waitedForCoresNs() {
  std::int64_t sum = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator task("/proc/self/task", error), end; !error && task != end; task.increment(error)) {
    std::ifstream file(task->path() / "schedstat");
    std::int64_t ran = 0, waited = 0;
    if (file >> ran >> waited) sum += waited;
  }
  return sum;
}

double Disturbance::share() const {
  const std::int64_t passed = clock_() - begin_, waited = waits_() - waited_;
  if (passed <= 0) return 0;
  return std::clamp(static_cast<double>(waited) / (static_cast<double>(passed) * std::max(1, threads_)), 0.0, 1.0);
}

}  // namespace stepscope
