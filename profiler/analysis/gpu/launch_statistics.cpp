#include "profiler/analysis/gpu/launch_statistics.h"

#include <algorithm>
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
  for (const Launch& launch : launchesOf(trace)) {
    const TraceLane &call = trace.lanes[static_cast<std::size_t>(launch.call.lane)], &work = trace.lanes[static_cast<std::size_t>(launch.work.lane)];
    if (!isGpuWork(work.kindOf(launch.work.index))) continue;
    if (call.kindOf(launch.call.index) == SpanKind::CpuOp && trace.events > 0) continue;  // the op is known, but not the call in it
    const std::int64_t begin = call.start[launch.call.index], took = call.duration[launch.call.index];
    const std::int64_t start = work.start[launch.work.index], lasted = work.duration[launch.work.index];
    ++statistics.launches;
    const std::int64_t delay = std::max<std::int64_t>(0, start - begin - took);
    delays.push_back(static_cast<double>(delay));
    calls.push_back(static_cast<double>(took));
    statistics.lateStarts += delay > kLateStart;
    statistics.longCalls += took > kLongCall;
    if (work.kindOf(launch.work.index) == SpanKind::Kernel) {
      ++statistics.kernels;
      statistics.shortKernels += lasted < took;
    }
    begins.push_back(begin);
    ends.push_back(std::max(begin, start + lasted));
  }
  if (statistics.launches == 0) return statistics;
  statistics.medianDelayNs = quantileOf(delays, 0.5);
  statistics.p95DelayNs = quantileOf(std::move(delays), 0.95);
  statistics.medianCallNs = quantileOf(std::move(calls), 0.5);
  std::sort(begins.begin(), begins.end());
  std::sort(ends.begin(), ends.end());
  double waited = 0;
  for (std::size_t b = 0, e = 0; b < begins.size(); ++b) {
    while (e <= b && ends[e] <= begins[b]) ++e;  // work of a clock behind ends where its call begins
    statistics.longestQueue = std::max(statistics.longestQueue, static_cast<std::int64_t>(b + 1 - e));
    waited += static_cast<double>(ends[b] - begins[b]);  // the sum does not care whose end it is
  }
  if (ends.back() > begins.front()) statistics.meanQueue = waited / static_cast<double>(ends.back() - begins.front());
  statistics.queueWasFull = statistics.longestQueue >= kFullQueue;
  return statistics;
}

}  // namespace stepscope
