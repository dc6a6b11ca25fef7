#include "core/backend/cpu/tuning/busy_cores.h"

#include <omp.h>
#include <time.h>

#include "core/backend/cpu/base/limits.h"
#include "core/base/clock.h"

namespace stepscope::cpu {

bool coresAreBusy(int threads) {
  if (threads <= 1) return false;
  int slow = 0, seen = 0;
  for (int region = 0; region < 7; ++region) {
    const std::int64_t start = nowNs();
#pragma omp parallel num_threads(threads)
    {
#pragma omp atomic
      ++seen;
    }
    if (region >= 2 && nowNs() - start > limits::kSlowRegionNs) ++slow;  // the first two may have to wake sleeping threads
  }
  return slow >= 2;
}

double wallMs() {
  return static_cast<double>(nowNs()) * 1e-6;
}
double threadCpuMs() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

}  // namespace stepscope::cpu
