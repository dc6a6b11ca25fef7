#include "core/backend/openmp_waiting.h"

#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace stepscope {

namespace {

// With OMP_PROC_BIND or OMP_PLACES libgomp has bound this thread to the first place before main began. The restarted program would inherit that one
// core and could use no other. So the affinity is reset to the cores of all places; the libgomp of the restarted program then binds it again.
void unbind() {
  std::vector<int> cores;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> ids(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, ids.data());
    cores.insert(cores.end(), ids.begin(), ids.end());
  }
  if (cores.empty()) return;
  const int count = *std::max_element(cores.begin(), cores.end()) + 1;
  cpu_set_t* set = CPU_ALLOC(count);
  if (set == nullptr) return;
  const std::size_t size = CPU_ALLOC_SIZE(count);
  CPU_ZERO_S(size, set);
  for (const int core : cores) CPU_SET_S(core, size, set);
  sched_setaffinity(0, size, set);
  CPU_FREE(set);
}

}  // namespace

void restartWithShortSpins(char* const* argv) {
  if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY")) return;  // true in the restarted program too
  if (setenv("GOMP_SPINCOUNT", "1000", 1) != 0) return;
  unbind();
  // Executes the real path if it is known: after /proc/self/exe, ps, pgrep and pkill would show the name "exe".
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!unknown) execv(program.c_str(), argv);
  execv("/proc/self/exe", argv);
}

}  // namespace stepscope
