#include "profiler/analysis/gpu/copies.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/base/lower.h"
#include "profiler/analysis/launches.h"
#include "profiler/analysis/stream_times.h"

namespace stepscope {
namespace {

constexpr std::int64_t kMostRead = 20'000;

std::int64_t bytesOf(const Trace& trace, const TraceLane& lane, std::size_t i) {
  const std::uint64_t handle = lane.argumentsOf(i);
  if (handle == kNoArguments || !trace.arguments) return -1;
  const nlohmann::json json = nlohmann::json::parse(trace.arguments->json(handle), nullptr, false);
  if (!json.is_object()) return -1;
  if (const auto details = json.find("memcpy_details"); details != json.end() && details->is_string()) {  // XProf: "... size:4096 ..."
    const std::string text = details->get<std::string>();
    const std::size_t at = text.find("size:");
    std::int64_t bytes = -1;
    if (at != std::string::npos) std::from_chars(text.data() + at + 5, text.data() + text.size(), bytes);
    return bytes;
  }
  for (const char* key : {"bytes", "Bytes", "size"})
    if (const auto found = json.find(key); found != json.end() && found->is_number()) return found->get<std::int64_t>();
  return -1;
}

}  // namespace

CopyKind copyKindOf(std::string_view name) {
  const std::string text = lower(std::string(name.substr(0, 200)));
  const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
  CopyKind kind;
  if (has("htod") || has("h2d") || has("host-to-device") || has("host to device") || has("hosttodevice"))
    kind.direction = CopyDirection::HostToDevice;
  else if (has("dtoh") || has("d2h") || has("device-to-host") || has("device to host") || has("devicetohost"))
    kind.direction = CopyDirection::DeviceToHost;
  else if (has("dtod") || has("d2d") || has("device-to-device") || has("device to device") || has("devicetodevice"))
    kind.direction = CopyDirection::DeviceToDevice;
  else if (has("ptop") || has("p2p") || has("peer-to-peer") || has("peer to peer")) kind.direction = CopyDirection::PeerToPeer;
  else if (has("htoh") || has("host-to-host") || has("host to host")) kind.direction = CopyDirection::HostToHost;
  if (kind.direction == CopyDirection::Unknown) {  // "copy.7 (pinned -> device)"
    const bool fromDevice = has("(device ->"), toDevice = has("-> device"), fromHost = has("(pageable ->") || has("(pinned ->"),
               toHost = has("-> pageable") || has("-> pinned");
    if (fromHost && toDevice) kind.direction = CopyDirection::HostToDevice;
    if (fromDevice && toHost) kind.direction = CopyDirection::DeviceToHost;
    if (fromDevice && toDevice) kind.direction = CopyDirection::DeviceToDevice;
  }
  if (has("pageable")) kind.memory = HostMemory::Pageable;
  else if (has("pinned")) kind.memory = HostMemory::Pinned;
  else if (kind.direction == CopyDirection::DeviceToDevice || kind.direction == CopyDirection::PeerToPeer) kind.memory = HostMemory::None;
  return kind;
}

std::vector<CopyRow> copyTable(const Trace& trace) {
  std::map<std::uint32_t, CopyKind> kindOfName;
  std::map<CopyKind, CopyRow> rows;
  std::int64_t read = 0;
  const StreamTimes times(trace);
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (lane.kindOf(i) != SpanKind::Memcpy) continue;
      const auto [known, isNew] = kindOfName.try_emplace(lane.name[i]);
      if (isNew) known->second = copyKindOf(trace.names.name(lane.name[i]));
      CopyRow& row = rows[known->second];
      row.kind = known->second;
      ++row.calls;
      row.ns += times.ns(lane, i);
      if (++read <= kMostRead)
        if (const std::int64_t bytes = bytesOf(trace, lane, i); bytes >= 0) row.bytes = std::max<std::int64_t>(0, row.bytes) + bytes;
    }
  }
  if (rows.empty()) return {};
  if (read > kMostRead)
    for (auto& [kind, row] : rows) row.bytes = -1;  // the sum over only some copies would be wrong
  for (const Launch& launch : launchesOf(trace)) {
    const TraceLane &call = trace.laneOf(launch.call), &work = trace.laneOf(launch.work);
    if (work.kindOf(launch.work.index) != SpanKind::Memcpy) continue;
    const std::int64_t callEnd = call.start[launch.call.index] + call.duration[launch.call.index];
    if (call.kindOf(launch.call.index) == SpanKind::Runtime && callEnd >= work.start[launch.work.index] + work.duration[launch.work.index])
      ++rows[kindOfName[work.name[launch.work.index]]].waited;
  }
  std::vector<CopyRow> table;
  for (auto& [kind, row] : rows) table.push_back(row);
  std::stable_sort(table.begin(), table.end(), [](const CopyRow& a, const CopyRow& b) { return a.ns > b.ns; });
  return table;
}

}  // namespace stepscope
