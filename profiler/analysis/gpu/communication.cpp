#include "profiler/analysis/gpu/communication.h"

#include <algorithm>
#include <map>

#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/time_class.h"

namespace stepscope {

CommunicationFacts communicationFacts(const Trace& trace) {
  CommunicationFacts facts;
  const TimeClasses classes(trace);
  struct Device {
    std::vector<std::vector<TimeRange>> communication, kernels;
  };
  std::map<std::int32_t, Device> devices;
  std::map<std::uint32_t, CommunicationFacts::Row> rows;
  for (const TraceLane& lane : trace.lanes) {
    if (lane.kind.empty()) continue;
    std::vector<TimeRange> communication, kernels;
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (lane.kindOf(i) != SpanKind::Kernel) continue;
      const TimeRange range{lane.start[i], lane.start[i] + lane.duration[i]};
      if (classes.of(lane, i) != TimeClass::Communication) {
        kernels.push_back(range);
        continue;
      }
      communication.push_back(range);
      ++facts.calls;
      CommunicationFacts::Row& row = rows[lane.name[i]];
      ++row.calls;
      row.ns += lane.duration[i];
    }
    Device& device = devices[trace.tracks[static_cast<std::size_t>(lane.track)].device];
    device.communication.push_back(std::move(communication));
    device.kernels.push_back(std::move(kernels));
  }
  for (auto& [id, device] : devices) {
    const std::vector<TimeRange> communication = unitedRuns(std::move(device.communication)),
                                 kernels = unitedRuns(std::move(device.kernels));
    facts.ns += lengthOf(communication);
    facts.kernelNs += lengthOf(kernels);
    facts.hiddenNs += lengthOf(intersection(communication, kernels));
  }
  for (auto& [name, row] : rows) {
    row.name = std::string(trace.names.name(name));
    facts.rows.push_back(std::move(row));
  }
  std::stable_sort(facts.rows.begin(), facts.rows.end(), [](const auto& a, const auto& b) { return a.ns > b.ns; });
  return facts;
}

}  // namespace stepscope
