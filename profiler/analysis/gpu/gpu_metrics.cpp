#include "profiler/analysis/gpu/gpu_metrics.h"

#include <cstdint>

namespace stepscope {

std::optional<double> meanMetric(const Trace& trace, std::string_view name, const std::vector<TimeRange>& within) {
  constexpr std::int64_t kFewest = 10;
  double sum = 0;
  std::int64_t samples = 0;
  for (const TraceCounter& counter : trace.counters) {
    if (!trace.tracks[static_cast<std::size_t>(counter.track)].name.starts_with(name)) continue;
    auto range = within.begin();
    for (std::size_t i = 0; i < counter.time.size(); ++i) {
      while (range != within.end() && range->end <= counter.time[i]) ++range;
      if (range == within.end()) break;
      if (counter.time[i] < range->begin) continue;
      sum += counter.value[i];
      ++samples;
    }
  }
  return samples >= kFewest ? std::optional(sum / static_cast<double>(samples)) : std::nullopt;
}

}  // namespace stepscope
