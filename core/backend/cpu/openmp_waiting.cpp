#include "core/backend/cpu/openmp_waiting.h"

#include <unistd.h>

#include <cstdlib>

namespace stepscope {

void restartWithShortSpins(char* const* argv) {
  if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY")) return;  // also the restarted program itself
  if (setenv("GOMP_SPINCOUNT", "1000", 1) != 0) return;
  execv("/proc/self/exe", argv);
}

}  // namespace stepscope
