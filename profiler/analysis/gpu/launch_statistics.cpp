#include "profiler/analysis/gpu/launch_statistics.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "profiler/analysis/launches.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr std::int64_t kLateStart = 100'000, kLongCall = 50'000;  // ns
constexpr std::int64_t kFullQueue = 1024;

}  // namespace

LaunchStatistics launchStatistics(const Trace& trace) {
  LaunchStatistics statistics;
  std::vector<double> delays, calls;
  std::vector<std::int64_t> begins, ends;
  const std::vector<Launch> launches = launchesOf(trace);
  for (std::size_t first = 0, last = 0; first < launches.size(); first = last) {
    // A CUDA graph is one call of many kernels: its delay is that of its first kernel, and none of its kernels counts as shorter than its launch.
    const SpanRef call = launches[first].call;
    for (last = first; last < launches.size() && launches[last].call == call;) ++last;
    const TraceLane& lane = trace.laneOf(call);
    if (lane.kindOf(call.index) == SpanKind::CpuOp && trace.events > 0) continue;  // the op is known, but not the call inside it
    const std::int64_t begin = lane.start[call.index], took = lane.duration[call.index];
    std::int64_t works = 0, kernels = 0, shorter = 0, firstStart = INT64_MAX;
    for (std::size_t l = first; l < last; ++l) {
      const TraceLane& work = trace.laneOf(launches[l].work);
      const std::uint32_t at = launches[l].work.index;
      if (!isGpuWork(work.kindOf(at))) continue;
      ++works;
      firstStart = std::min(firstStart, work.start[at]);
      kernels += work.kindOf(at) == SpanKind::Kernel;
      shorter += work.kindOf(at) == SpanKind::Kernel && work.duration[at] < took;
      begins.push_back(begin);
      ends.push_back(std::max(begin, work.start[at] + work.duration[at]));
    }
    if (works == 0) continue;
    ++statistics.launches;
    delays.push_back(static_cast<double>(std::max<std::int64_t>(0, firstStart - begin - took)));
    calls.push_back(static_cast<double>(took));
    statistics.lateStarts += delays.back() > static_cast<double>(kLateStart);
    statistics.longCalls += took > kLongCall;
    statistics.kernels += kernels;
    if (works == 1) statistics.shortKernels += shorter;
  }
  if (statistics.launches == 0) return statistics;
  statistics.medianDelayNs = quantileOf(delays, 0.5);
  statistics.p95DelayNs = quantileOf(std::move(delays), 0.95);
  statistics.medianCallNs = quantileOf(std::move(calls), 0.5);
  std::sort(begins.begin(), begins.end());
  std::sort(ends.begin(), ends.end());
  double waited = 0;
  for (std::size_t b = 0, e = 0; b < begins.size(); ++b) {
    while (e <= b && ends[e] <= begins[b]) ++e;  // if the GPU's clock is behind, work may end before its call begins
    statistics.longestQueue = std::max(statistics.longestQueue, static_cast<std::int64_t>(b + 1 - e));
    waited += static_cast<double>(ends[b] - begins[b]);  // for the sum it does not matter which work an end belongs to
  }
  if (ends.back() > begins.front()) statistics.meanQueue = waited / static_cast<double>(ends.back() - begins.front());
  statistics.queueWasFull = statistics.longestQueue >= kFullQueue;
  return statistics;
}

}  // namespace stepscope
