#include "app/cli/bench/busy_loops.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

#include "core/base/error.h"

namespace stepscope::cli {
namespace {

// The cores that this process may run on.
std::vector<int> allowedCores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

[[noreturn]] void count(pid_t parent, int core) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);  // the parent had ended before prctl()
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  if (core >= 0) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    sched_setaffinity(0, sizeof(set), &set);
  }
  raise(SIGSTOP);
  for (volatile std::uint64_t counted = 0;;) counted = counted + 1;
}

}  // namespace

BusyLoops::BusyLoops(int count, bool bound) {
  const std::vector<int> cores = bound ? allowedCores() : std::vector<int>();
  const pid_t parent = getpid();
  for (int i = 0; i < count; ++i) {
    const int core = cores.empty() ? -1 : cores[static_cast<std::size_t>(i) % cores.size()];
    const pid_t made = fork();
    if (made == 0) cli::count(parent, core);
    if (made < 0) {
      const std::string why = std::strerror(errno);
      end();
      throw Error(ErrorKind::Resource, "--shared", "the system cannot start a process for a busy loop: " + why, "Ask for fewer");
    }
    loops_.push_back({made, core, 0});
    int status = 0;
    waitpid(made, &status, WUNTRACED);  // waits until the process has stopped itself
  }
}

BusyLoops::~BusyLoops() {
  end();
}

void BusyLoops::go() {
  for (const BusyLoop& loop : loops_) kill(loop.process, SIGCONT);
}

void BusyLoops::stop() {
  for (const BusyLoop& loop : loops_) {
    kill(loop.process, SIGSTOP);
    int status = 0;
    waitpid(loop.process, &status, WUNTRACED);
  }
}

const std::vector<BusyLoop>& BusyLoops::end() {
  if (ended_) return loops_;
  ended_ = true;
  for (BusyLoop& loop : loops_) {
    kill(loop.process, SIGKILL);
    int status = 0;
    rusage used{};
    if (wait4(loop.process, &status, 0, &used) != loop.process) continue;
    loop.heldMs = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
                  static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-3;
  }
  return loops_;
}

}  // namespace stepscope::cli
