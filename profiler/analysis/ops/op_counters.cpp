#include "profiler/analysis/ops/op_counters.h"

#include <algorithm>
#include <array>

namespace stepscope {

std::vector<std::int32_t> rateCounters(const Trace& trace) {
  constexpr std::array<std::string_view, 3> kRates{"%", "ctive", "hroughput"};  // with a capital letter or without
  std::vector<std::int32_t> counters;
  for (std::size_t c = 0; c < trace.counters.size(); ++c) {
    const std::string& name = trace.tracks[static_cast<std::size_t>(trace.counters[c].track)].name;
    if (std::any_of(kRates.begin(), kRates.end(), [&](std::string_view part) { return name.find(part) != std::string::npos; }))
      counters.push_back(static_cast<std::int32_t>(c));
  }
  return counters;
}

std::unordered_map<std::size_t, CounterMeans> countersOfWork(const Trace& trace, std::vector<WorkRange> work) {
  constexpr std::int64_t kFewest = 3;
  std::unordered_map<std::size_t, CounterMeans> means;
  std::sort(work.begin(), work.end(), [](const WorkRange& a, const WorkRange& b) { return a.begin < b.begin; });
  struct Sum {
    double value = 0;
    std::int64_t samples = 0;
  };
  for (const std::int32_t c : rateCounters(trace)) {
    const TraceCounter& counter = trace.counters[static_cast<std::size_t>(c)];
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(counter.track)];
    std::unordered_map<std::size_t, Sum> sums;
    std::vector<const WorkRange*> running;
    auto next = work.begin();
    for (std::size_t i = 0; i < counter.time.size(); ++i) {
      const std::int64_t time = counter.time[i];
      for (; next != work.end() && next->begin <= time; ++next)
        if (next->process == track.process && next->end > time) running.push_back(&*next);
      std::erase_if(running, [&](const WorkRange* range) { return range->end <= time; });
      for (const WorkRange* range : running) {
        sums[range->label].value += counter.value[i];
        ++sums[range->label].samples;
      }
    }
    for (const auto& [label, sum] : sums)
      if (sum.samples >= kFewest) means[label].emplace_back(track.name, sum.value / static_cast<double>(sum.samples));
  }
  return means;
}

}  // namespace stepscope
