#include "profiler/analysis/gpu/communication.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "core/base/lower.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/stream_times.h"
#include "profiler/analysis/time_class.h"
#include "profiler/trace/argument_batch.h"
#include "profiler/trace/rank_parts.h"

namespace stepscope {
namespace {

constexpr std::size_t kMostRead = 20'000;

std::int64_t bytesOfType(std::string_view dtype) {
  struct Known {
    std::string_view name;
    std::int64_t bytes;
  };
  constexpr Known known[] = {{"Float", 4},
                             {"Half", 2},
                             {"BFloat16", 2},
                             {"Double", 8},
                             {"Long", 8},
                             {"Int", 4},
                             {"Short", 2},
                             {"Byte", 1},
                             {"Char", 1},
                             {"Bool", 1},
                             {"float", 4},
                             {"ComplexFloat", 8},
                             {"Float8_e4m3fn", 1},
                             {"Float8_e5m2", 1},
                             {"float32", 4},
                             {"float16", 2},
                             {"bfloat16", 2},
                             // as in the argument "Input type" of ops
                             {"c10::Half", 2},
                             {"c10::BFloat16", 2},
                             {"double", 8},
                             {"long int", 8},
                             {"long", 8},
                             {"int", 4},
                             {"short int", 2},
                             {"unsigned char", 1},
                             {"signed char", 1},
                             {"bool", 1}};
  for (const Known& type : known)
    if (type.name == dtype) return type.bytes;
  return 0;
}

// What the arguments of one call of a collective contain.
struct Call {
  std::string name, dtype, group;
  std::int64_t ranks = 0, bytes = -1, external = 0;
};

std::string textAt(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Call callOf(std::string_view arguments) {
  Call call;
  const nlohmann::json json = nlohmann::json::parse(arguments, nullptr, false);
  if (!json.is_object()) return call;
  const auto number = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : std::int64_t{-1};
  };
  call.name = textAt(json, "Collective name");
  call.dtype = textAt(json, "dtype");
  call.group = textAt(json, "Process Group Name");
  call.ranks = std::max<std::int64_t>(0, number("Group size"));
  call.external = std::max<std::int64_t>(0, number("External id"));
  const std::int64_t elements = std::max(number("In msg nelems"), number("Out msg nelems")), size = bytesOfType(call.dtype);
  if (elements >= 0 && size > 0 && elements < INT64_MAX / 8) call.bytes = elements * size;
  return call;
}

// The call in the arguments of "gloo:all_reduce" and similar ranges: "Input Dims": [[5250]], "Input type": ["float"]. A collective that works in
// place moves as many bytes as its input; for others the input is only a part, so `bytes` stays -1.
Call glooCallOf(std::string_view arguments, std::string_view name) {
  Call call;
  call.name = name;
  const nlohmann::json json = nlohmann::json::parse(arguments, nullptr, false);
  if (!json.is_object()) return call;
  const auto dims = json.find("Input Dims"), types = json.find("Input type");
  if (dims == json.end() || types == json.end() || !dims->is_array() || !types->is_array() || dims->size() != types->size()) return call;
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < dims->size(); ++i) {
    if (!(*types)[i].is_string() || !(*dims)[i].is_array()) return call;
    const std::string type = (*types)[i].get<std::string>();
    if (i == 0) call.dtype = type;
    std::int64_t size = bytesOfType(type);
    if (size == 0) return call;
    for (const nlohmann::json& length : (*dims)[i])
      if (!length.is_number_unsigned() || __builtin_mul_overflow(size, length.get<std::int64_t>(), &size)) return call;
    if (__builtin_add_overflow(bytes, size, &bytes)) return call;
  }
  const bool inPlace = name == "gloo:all_reduce" || name == "gloo:broadcast" || name == "gloo:reduce";
  if (inPlace && !dims->empty()) call.bytes = bytes;
  return call;
}

// The number of ranks of the training, from a label of the process such as "rank 1 of 4, gloo"; 0: not known, or the labels list more than one group.
std::int64_t ranksOfLabels(std::string_view labels) {
  const std::size_t rank = labels.find("rank "), of = labels.find(" of ", rank == std::string_view::npos ? labels.size() : rank);
  const std::size_t group = labels.find(", group ");
  if (rank == std::string_view::npos || of == std::string_view::npos || of > labels.find(',', rank)) return 0;
  if (group != std::string_view::npos && labels.find(", group ", group + 1) != std::string_view::npos) return 0;
  std::int64_t ranks = 0;
  std::from_chars(labels.data() + of + 4, labels.data() + labels.size(), ranks);
  return ranks;
}

// The ops that started the collectives, by their "External id". In older traces the kernels themselves have no details.
std::map<std::int64_t, Call> callsOfOps(const Trace& trace) {
  std::map<std::int64_t, Call> calls;
  const std::optional<std::uint32_t> name = trace.names.find("record_param_comms");
  if (!name) return calls;
  std::vector<std::uint64_t> handles;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size() && handles.size() < kMostRead; ++i)
      if (lane.name[i] == *name && lane.kindOf(i) == SpanKind::CpuOp) handles.push_back(lane.argumentsOf(i));
  std::vector<Call> read(handles.size());
  eachArguments(trace, handles, [&](std::size_t at, std::string_view json, std::size_t) { read[at] = callOf(json); });
  for (Call& call : read)
    if (call.external > 0 && !call.name.empty()) calls.try_emplace(call.external, std::move(call));
  return calls;
}

using Rows = std::map<std::tuple<std::string, std::string, std::string, std::int64_t>, CommunicationFacts::Row>;

CommunicationFacts::Row& add(Rows& rows, const Call& call, std::int64_t ns, std::int64_t length) {
  const auto [place, added] = rows.try_emplace({call.name, call.dtype, call.group, call.ranks});
  CommunicationFacts::Row& row = place->second;
  if (added) row = {call.name, call.dtype, call.group, call.ranks, 0, 0, 0};
  ++row.calls;
  row.ns += ns;
  row.lengthNs += length;
  row.bytes = row.bytes < 0 || call.bytes < 0 ? -1 : row.bytes + call.bytes;
  if (call.bytes > 0 && length > 0)
    row.bestBytesPerSecond = std::max(row.bestBytesPerSecond, static_cast<double>(call.bytes) / (static_cast<double>(length) * 1e-9));
  return row;
}

// gloo works on a thread of the host; PyTorch records its collectives as ranges there.
void addGloo(const Trace& trace, Rows& rows) {
  std::vector<std::uint64_t> handles;
  std::vector<SpanRef> spans;
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    for (std::size_t i = 0; i < lane.size() && spans.size() < kMostRead; ++i) {
      if (lane.kindOf(i) != SpanKind::Annotation || !trace.names.name(lane.name[i]).starts_with("gloo:")) continue;
      handles.push_back(lane.argumentsOf(i));
      spans.push_back({static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
    }
  }
  const auto nameOf = [&](SpanRef span) { return trace.names.name(trace.laneOf(span).name[span.index]); };
  std::vector<Call> calls(spans.size());
  for (std::size_t i = 0; i < spans.size(); ++i) calls[i].name = nameOf(spans[i]);
  eachArguments(trace, handles, [&](std::size_t at, std::string_view json, std::size_t) { calls[at] = glooCallOf(json, nameOf(spans[at])); });
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const TraceLane& lane = trace.laneOf(spans[i]);
    const std::int32_t process = trace.tracks[static_cast<std::size_t>(lane.track)].process;
    if (process >= 0) calls[i].ranks = ranksOfLabels(trace.processes[static_cast<std::size_t>(process)].labels);
    const std::int64_t ns = lane.duration[spans[i].index];
    add(rows, calls[i], ns, ns).onHost = true;
  }
}

}  // namespace

std::optional<double> busFactor(std::string_view collective, std::int64_t ranks) {
  if (ranks < 2) return std::nullopt;
  std::string name;
  for (const char c : collective)
    if (std::isalnum(static_cast<unsigned char>(c))) name += lower(c);
  const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
  if (has("coalesced") || has("alltoallv") || has("barrier")) return std::nullopt;
  const auto n = static_cast<double>(ranks);
  if (has("allreduce")) return 2 * (n - 1) / n;
  if (has("allgather") || has("reducescatter") || has("alltoall")) return (n - 1) / n;
  if (has("broadcast") || has("send") || has("recv") || name == "reduce" || name == "glooreduce") return 1;
  return std::nullopt;
}

CommunicationFacts communicationFacts(const Trace& trace) {
  CommunicationFacts facts;
  const TimeClasses classes(trace);
  const StreamTimes times(trace);
  struct Device {
    std::vector<std::vector<TimeRange>> communication, kernels;
  };
  std::map<std::int32_t, Device> devices;
  struct Collective {
    std::int64_t ns, length;
    std::uint32_t name;
  };
  std::vector<Collective> collectives;
  std::vector<std::uint64_t> handles;  // arguments of the first kMostRead collectives
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
      collectives.push_back({times.ns(lane, i), lane.duration[i], lane.name[i]});
      if (handles.size() < kMostRead) handles.push_back(lane.argumentsOf(i));
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
  std::vector<Call> calls(collectives.size());
  eachArguments(trace, handles, [&](std::size_t at, std::string_view json, std::size_t) { calls[at] = callOf(json); });
  std::map<std::int64_t, Call> ofOps;
  if (std::any_of(calls.begin(), calls.end(), [](const Call& call) { return call.name.empty() && call.external > 0; })) ofOps = callsOfOps(trace);
  Rows rows;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (const auto op = ofOps.find(calls[i].external); calls[i].name.empty() && op != ofOps.end()) calls[i] = op->second;
    if (calls[i].name.empty()) calls[i].name = trace.names.name(collectives[i].name);
    add(rows, calls[i], collectives[i].ns, collectives[i].length);
  }
  addGloo(trace, rows);
  for (auto& [key, row] : rows) facts.rows.push_back(std::move(row));
  std::stable_sort(facts.rows.begin(), facts.rows.end(), [](const auto& a, const auto& b) { return a.ns > b.ns; });
  return facts;
}

std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> collectiveTimes(const Trace& trace, const std::vector<TimeRange>& within) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> times;
  const TimeClasses classes(trace);
  for (const TraceLane& lane : trace.lanes) {
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(lane.track)];
    std::vector<TimeRange> ranges;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.kindOf(i) == SpanKind::Kernel && classes.of(lane, i) == TimeClass::Communication)
        ranges.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
    if (!ranges.empty()) times[{track.process, track.device}] += lengthOf(intersection(united(std::move(ranges)), within));
  }
  return times;
}

TimeRange commonTime(const Trace& trace) {
  if (ranksOf(trace).empty()) return {trace.begin, trace.end};
  std::map<std::int32_t, TimeRange> recorded;  // by rank
  std::set<std::int32_t> communicates;
  const TimeClasses classes(trace);
  for (const TraceLane& lane : trace.lanes) {
    const std::int32_t rank = rankOfProcess(trace, trace.tracks[static_cast<std::size_t>(lane.track)].process);
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const std::int64_t end = lane.start[i] + lane.duration[i];
      TimeRange& range = recorded.try_emplace(rank, TimeRange{lane.start[i], end}).first->second;
      range = {std::min(range.begin, lane.start[i]), std::max(range.end, end)};
      if (lane.kindOf(i) == SpanKind::Kernel && classes.of(lane, i) == TimeClass::Communication) communicates.insert(rank);
    }
  }
  TimeRange common{trace.begin, trace.end};
  for (const std::int32_t rank : communicates)
    common = {std::max(common.begin, recorded.at(rank).begin), std::min(common.end, recorded.at(rank).end)};
  return common.end < common.begin ? TimeRange{common.begin, common.begin} : common;
}

}  // namespace stepscope
