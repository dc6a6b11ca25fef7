// Where CUDA events were recorded, to find what a waiting stream waits for. Exports made without tracing events have no such rows; then it is not
// known.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace stepscope::nsight {

class NsightReader;

struct EventRecord {
  std::int64_t correlation = 0;  // of cudaEventRecord, as in the export
  std::int32_t device = 0, stream = -1;
};

class EventRecords {
 public:
  explicit EventRecords(NsightReader& reader);
  bool empty() const { return ofEvent_.empty(); }
  // The record that a wait with this correlation waits for; null if the export does not contain it. An event may be recorded several times. Newer
  // exports number each record (eventSyncId); in older ones it is the last record before the wait.
  const EventRecord* awaited(std::int64_t process, std::int64_t event, std::int64_t syncId, std::int64_t correlation) const;

 private:
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<EventRecord>> ofEvent_;  // by (process, event), sorted by correlation
  std::map<std::pair<std::int64_t, std::int64_t>, EventRecord> ofSyncId_;
};

// Types of SYNCHRONIZATION that mean cudaStreamWaitEvent.
std::set<std::int64_t> eventWaitTypes(const NsightReader& reader);

// Numbers the correlations of all calls in the order of the calls, which the assembler needs for waits.
void orderCorrelations(NsightReader& reader);

}  // namespace stepscope::nsight
