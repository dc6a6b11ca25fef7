#include "profiler/io/nsight/nsight_events.h"

#include <algorithm>

#include "profiler/io/nsight/nsight_reader.h"

namespace stepscope::nsight {
namespace {

bool isNumber(std::int64_t syncId) {
  return syncId != 0 && syncId != -1 && syncId != UINT32_MAX;
}

}  // namespace

EventRecords::EventRecords(NsightReader& reader) {
  const std::int64_t events = reader.progress.events;  // read again as marks, if they have times
  reader.read(CudaEvent, {"correlationId", "deviceId", "streamId", "globalPid", "eventId", "eventSyncId"}, [&](const Statement& row) {
    if (row.isNull(1) || row.isNull(3) || row.isNull(5)) return;
    const std::int64_t process = NsightReader::process(NsightReader::integerOr(row, 4, 0)), stream = row.integer(3);
    if (row.integer(1) <= 0 || stream < 0 || stream > INT32_MAX) return;
    const EventRecord record{row.integer(1), NsightReader::deviceOf(NsightReader::integerOr(row, 2, 0)), static_cast<std::int32_t>(stream)};
    ofEvent_[{process, row.integer(5)}].push_back(record);
    if (const std::int64_t id = NsightReader::integerOr(row, 6, 0); isNumber(id)) ofSyncId_[{process, id}] = record;
  });
  for (auto& [event, records] : ofEvent_)
    std::sort(records.begin(), records.end(), [](const EventRecord& a, const EventRecord& b) { return a.correlation < b.correlation; });
  reader.progress.events = events;
}

const EventRecord* EventRecords::awaited(std::int64_t process, std::int64_t event, std::int64_t syncId, std::int64_t correlation) const {
  if (isNumber(syncId) && !ofSyncId_.empty()) {
    const auto found = ofSyncId_.find({process, syncId});
    return found == ofSyncId_.end() ? nullptr : &found->second;
  }
  const auto records = ofEvent_.find({process, event});
  if (records == ofEvent_.end()) return nullptr;
  const auto next = std::lower_bound(records->second.begin(), records->second.end(), correlation,
                                     [](const EventRecord& record, std::int64_t wanted) { return record.correlation < wanted; });
  return next == records->second.begin() ? nullptr : &*(next - 1);
}

std::set<std::int64_t> eventWaitTypes(const NsightReader& reader) {
  std::set<std::int64_t> types;
  for (const auto& [id, name] : enumOf(*reader.database, "ENUM_CUPTI_SYNC_TYPE", "name"))
    if (name.ends_with("STREAM_WAIT_EVENT")) types.insert(id);
  return types;
}

void orderCorrelations(NsightReader& reader) {
  const std::int64_t events = reader.progress.events;
  std::vector<std::pair<std::int64_t, std::int64_t>> calls;
  const auto collect = [&](Table table, const char* owner) {
    reader.read(table, {owner, "correlationId"}, [&](const Statement& row) {
      if (!row.isNull(2) && row.integer(2) != 0) calls.emplace_back(NsightReader::process(NsightReader::integerOr(row, 1, 0)), row.integer(2));
    });
  };
  collect(Runtime, "globalTid");
  for (const Table table : {Kernel, GraphTrace, Memcpy, Memset, Synchronization, CudaEvent}) collect(table, "globalPid");
  std::sort(calls.begin(), calls.end());
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  for (const auto& [process, correlation] : calls) reader.correlation(process, correlation);
  reader.progress.events = events;
}

}  // namespace stepscope::nsight
