#include "profiler/analysis/gpu/communication.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/stream_times.h"
#include "profiler/analysis/time_class.h"

namespace stepscope {
namespace {

constexpr std::int64_t kMostRead = 20'000;

std::int64_t bytesOfType(std::string_view dtype) {
  struct Known {
    std::string_view name;
    std::int64_t bytes;
  };
  constexpr Known known[] = {{"Float", 4},         {"Half", 2},        {"BFloat16", 2}, {"Double", 8},  {"Long", 8},    {"Int", 4},
                             {"Short", 2},         {"Byte", 1},        {"Char", 1},     {"Bool", 1},    {"float", 4},   {"ComplexFloat", 8},
                             {"Float8_e4m3fn", 1}, {"Float8_e5m2", 1}, {"float32", 4},  {"float16", 2}, {"bfloat16", 2}};
  for (const Known& type : known)
    if (type.name == dtype) return type.bytes;
  return 0;
}

// The details that one call gives about itself.
struct Call {
  std::string name, dtype, group;
  std::int64_t ranks = 0, bytes = -1, external = 0;
};

Call callOf(const Trace& trace, std::uint64_t handle) {
  Call call;
  if (handle == kNoArguments || !trace.arguments) return call;
  const nlohmann::json json = nlohmann::json::parse(trace.arguments->json(handle), nullptr, false);
  if (!json.is_object()) return call;
  const auto text = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto number = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : std::int64_t{-1};
  };
  call.name = text("Collective name");
  call.dtype = text("dtype");
  call.group = text("Process Group Name");
  call.ranks = std::max<std::int64_t>(0, number("Group size"));
  call.external = std::max<std::int64_t>(0, number("External id"));
  const std::int64_t elements = std::max(number("In msg nelems"), number("Out msg nelems")), size = bytesOfType(call.dtype);
  if (elements >= 0 && size > 0 && elements < INT64_MAX / 8) call.bytes = elements * size;
  return call;
}

// The ops that started the collectives, by their "External id". In older traces the kernels themselves have no details.
std::map<std::int64_t, Call> callsOfOps(const Trace& trace) {
  std::map<std::int64_t, Call> calls;
  const std::optional<std::uint32_t> name = trace.names.find("record_param_comms");
  if (!name) return calls;
  std::int64_t read = 0;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (lane.name[i] != *name || lane.kindOf(i) != SpanKind::CpuOp || ++read > kMostRead) continue;
      Call call = callOf(trace, lane.argumentsOf(i));
      if (call.external > 0 && !call.name.empty()) calls.try_emplace(call.external, std::move(call));
    }
  return calls;
}

}  // namespace

CommunicationFacts communicationFacts(const Trace& trace) {
  CommunicationFacts facts;
  const TimeClasses classes(trace);
  const StreamTimes times(trace);
  struct Device {
    std::vector<std::vector<TimeRange>> communication, kernels;
  };
  std::map<std::int32_t, Device> devices;
  std::map<std::tuple<std::string, std::string, std::string, std::int64_t>, CommunicationFacts::Row> rows;
  std::map<std::int64_t, Call> ofOps;
  bool opsRead = false;
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
      Call call = facts.calls <= kMostRead ? callOf(trace, lane.argumentsOf(i)) : Call();
      if (call.name.empty() && call.external > 0) {
        if (!opsRead) ofOps = callsOfOps(trace);
        opsRead = true;
        if (const auto op = ofOps.find(call.external); op != ofOps.end()) call = op->second;
      }
      if (call.name.empty()) call.name = trace.names.name(lane.name[i]);
      const auto [place, added] = rows.try_emplace({call.name, call.dtype, call.group, call.ranks});
      CommunicationFacts::Row& row = place->second;
      if (added) row = {call.name, call.dtype, call.group, call.ranks, 0, 0, 0};
      ++row.calls;
      row.ns += times.ns(lane, i);
      row.bytes = row.bytes < 0 || call.bytes < 0 ? -1 : row.bytes + call.bytes;
    }
    Device& device = devices[trace.tracks[static_cast<std::size_t>(lane.track)].device];
    device.communication.push_back(std::move(communication));
    device.kernels.push_back(std::move(kernels));
  }
  for (auto& [id, device] : devices) {
    const std::vector<TimeRange> communication = unitedRuns(std::move(device.communication)), kernels = unitedRuns(std::move(device.kernels));
    facts.ns += lengthOf(communication);
    facts.kernelNs += lengthOf(kernels);
    facts.hiddenNs += lengthOf(intersection(communication, kernels));
  }
  for (auto& [key, row] : rows) facts.rows.push_back(std::move(row));
  std::stable_sort(facts.rows.begin(), facts.rows.end(), [](const auto& a, const auto& b) { return a.ns > b.ns; });
  return facts;
}

std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> collectiveTimes(const Trace& trace) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> times;
  const TimeClasses classes(trace);
  for (const TraceLane& lane : trace.lanes) {
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(lane.track)];
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.kindOf(i) == SpanKind::Kernel && classes.of(lane, i) == TimeClass::Communication)
        times[{track.process, track.device}] += lane.duration[i];
  }
  return times;
}

}  // namespace stepscope
