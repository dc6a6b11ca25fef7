#include "core/base/core_waits.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace stepscope {

// "time on a core, time waited for one, slices": both in ns, since the thread began. A thread that ends takes its count along.
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
