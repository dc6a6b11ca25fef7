// Static division of work over OpenMP threads. The division depends only on the amount of work and the number of threads, so a result that sums
// per-thread parts in thread order has the same bits in every run with the same number of threads.
#pragma once

#include <algorithm>
#include <cstdint>

namespace stepscope::kernels {

struct WorkRange {
  std::int64_t begin = 0, end = 0;
  bool empty() const { return begin >= end; }
};

// Range number `index` if `count` items are divided into `parts` contiguous ranges, which begin at multiples of `grain`.
constexpr WorkRange partOf(std::int64_t count, int parts, int index, std::int64_t grain = 1) {
  const std::int64_t grains = (count + grain - 1) / grain;
  const std::int64_t each = grains / parts, extra = grains % parts;
  const std::int64_t begin = index * each + std::min<std::int64_t>(index, extra);
  const std::int64_t end = begin + each + (index < extra ? 1 : 0);
  return {std::min(begin * grain, count), std::min(end * grain, count)};
}

// Number of useful threads for a kernel that moves `bytes` bytes: a fork and join of two threads costs 1-2 us, in which a core moves about 64 KiB
// from its second-level cache.
constexpr int teamForBytes(std::int64_t bytes, int threads) {
  constexpr std::int64_t kBytesPerThread = 64 * 1024;
  return static_cast<int>(std::clamp<std::int64_t>(bytes / kBytesPerThread, 1, threads));
}

// Calls body(range, thread) on `team` threads, with `count` items divided by partOf(); with a team of 1, on the calling thread without OpenMP.
template <class Body>
void parallelParts(std::int64_t count, int team, std::int64_t grain, const Body& body) {
  if (team <= 1) {
    body(WorkRange{0, count}, 0);
    return;
  }
#pragma omp parallel for num_threads(team) schedule(static, 1)
  for (int thread = 0; thread < team; ++thread) body(partOf(count, team, thread, grain), thread);
}

}  // namespace stepscope::kernels
