#include "profiler/io/chrome_members.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "profiler/io/decimal_time.h"
#include "profiler/io/ranks/rank_label.h"

namespace stepscope {
namespace {

using Members = std::map<std::string, std::string>;

std::string textOf(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// {"backend":"nccl","rank":3,"world_size":8,"pg_config":[{"pg_name":"0","pg_desc":"default_pg","pg_size":8,"ranks":[...]}],...}
void tellRank(const Members& members, Trace& trace) {
  const auto found = members.find("distributedInfo");
  if (found == members.end()) return;
  const auto info = nlohmann::json::parse(found->second, nullptr, false);
  if (!info.is_object()) return;
  const auto number = [&](const char* key) {
    const auto value = info.find(key);
    return value != info.end() && value->is_number_integer() ? value->get<std::int64_t>() : -1;
  };
  const std::int64_t rank = number("rank"), ranks = number("world_size");
  if (rank < 0 || rank > INT32_MAX) return;
  const auto within = [](std::int64_t value) { return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, 0, INT32_MAX)); };
  DistributedRank told{within(rank), within(ranks), textOf(info, "backend")};
  // A list, or an object with the groups' names as keys.
  if (const auto groups = info.find("pg_config"); groups != info.end() && groups->is_structured())
    for (const auto& [key, group] : groups->items()) {
      if (!group.is_object() || told.groups.size() == kMostGroups) continue;
      std::string name = textOf(group, "pg_name");
      if (name.empty()) name = groups->is_object() ? key : "?";
      const auto members = group.find("ranks");
      std::int64_t size = members != group.end() && members->is_array() ? static_cast<std::int64_t>(members->size()) : 0;
      if (const auto known = group.find("pg_size"); known != group.end() && known->is_number_integer()) size = known->get<std::int64_t>();
      told.groups.push_back({name, textOf(group, "pg_desc"), within(size)});
    }
  const std::string label = labelOf(told);
  std::set<std::int32_t> computing;
  for (const TraceLane& lane : trace.lanes) {
    const std::int32_t process = trace.tracks[static_cast<std::size_t>(lane.track)].process;
    // The processes of our own recordings are added later, with their labels.
    if (process < 0 || static_cast<std::size_t>(process) >= trace.processes.size() || computing.contains(process)) continue;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.kindOf(i) == SpanKind::CpuOp || lane.kindOf(i) == SpanKind::Runtime) {
        computing.insert(process);
        break;
      }
  }
  if (computing.empty() && !trace.processes.empty()) computing.insert(0);
  for (const std::int32_t process : computing) {
    std::string& labels = trace.processes[static_cast<std::size_t>(process)].labels;
    labels += (labels.empty() ? "" : ", ") + label;
  }
}

}  // namespace

void addChromeMembers(const TopLevel& top, Trace& trace) {
  const auto& members = top.members();
  tellRank(members, trace);
  const auto number = [](const nlohmann::json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number()) return std::int64_t{0};
    if (!found->is_number_float()) return found->get<std::int64_t>();
    const double real = found->get<double>();
    return std::abs(real) < 9e18 ? static_cast<std::int64_t>(real) : std::int64_t{0};
  };
  if (const auto list = members.find("deviceProperties"); list != members.end()) {
    const auto devices = nlohmann::json::parse(list->second, nullptr, false);
    if (devices.is_array())
      for (const auto& device : devices) {
        if (!device.is_object()) continue;
        TraceDevice& to = trace.devices.emplace_back();
        to.id = static_cast<std::int32_t>(number(device, "id"));
        if (const auto name = device.find("name"); name != device.end() && name->is_string()) to.name = name->get<std::string>();
        to.memoryBytes = number(device, "totalGlobalMem");
        to.multiprocessors = static_cast<std::int32_t>(number(device, "numSms"));
      }
  }
  const auto base = members.find("baseTimeNanoseconds");
  if (base == members.end()) return;
  std::int64_t shift = 0, ignored = 0;
  const std::string& text = base->second;
  const char* const from = text.data() + (text.starts_with('"') ? 1 : 0);
  if (std::from_chars(from, text.data() + text.size(), shift).ec != std::errc() || shift == 0) return;
  if (__builtin_add_overflow(trace.begin, shift, &ignored) || __builtin_add_overflow(trace.end, shift, &ignored)) return;
  trace.begin += shift;
  trace.end += shift;
  for (TraceLane& lane : trace.lanes)
    for (std::int64_t& time : lane.start) time += shift;
  for (TraceMarks& marks : trace.marks)
    for (std::int64_t& time : marks.time) time += shift;
  for (TraceCounter& counter : trace.counters)
    for (std::int64_t& time : counter.time) time += shift;
}

void addChromeSamples(const TopLevel& top, TraceAssembler& assembler) {
  for (const char* list : {"samples", "stackFrames"})
    if (top.tooLong().contains(list)) assembler.note(std::string("the list \"") + list + "\" is longer than 4 MiB and is not shown", false);
  const auto found = top.members().find("samples");
  if (found == top.members().end()) return;
  const auto samples = nlohmann::json::parse(found->second, nullptr, false);
  const auto list = top.members().find("stackFrames");
  const auto frames = list == top.members().end() ? nlohmann::json() : nlohmann::json::parse(list->second, nullptr, false);
  if (!samples.is_array()) return;
  const auto textOf = [](const nlohmann::json& object, const char* key) -> std::string {
    const auto value = object.find(key);
    if (value == object.end()) return {};
    return value->is_string() ? value->get<std::string>() : value->is_number_integer() ? std::to_string(value->get<std::int64_t>()) : std::string();
  };
  for (const auto& sample : samples) {
    if (!sample.is_object()) {
      assembler.note("a sample is not an object", true);
      continue;
    }
    const auto at = sample.find("ts");
    const auto time = at == sample.end() ? std::nullopt : nanosecondsOf(at->is_string() ? at->get<std::string>() : at->dump());
    if (!time) {
      assembler.note("a sample without a time", true);
      continue;
    }
    SpanInput mark;
    mark.time = *time;
    const std::string tid = textOf(sample, "tid"), pid = textOf(sample, "pid");
    mark.thread = pid.empty() ? assembler.anyThread(tid) : assembler.thread(assembler.process(pid), tid);
    std::string name = textOf(sample, "name");
    if (const std::string frame = textOf(sample, "sf"); frames.is_object() && !frame.empty())
      if (const auto known = frames.find(frame); known != frames.end() && known->is_object() && !textOf(*known, "name").empty())
        name = textOf(*known, "name");
    mark.name = assembler.names.intern(name.empty() ? "CPU sample" : name);
    assembler.mark(mark);
  }
}

// JAX and others write {}, or only a description of the recording, if there was nothing to record.
bool isTraceOfNothing(const std::map<std::string, std::string>& members) {
  constexpr std::array<std::string_view, 6> kDescribing{"displayTimeUnit", "metadata",         "otherData",
                                                        "schemaVersion",   "deviceProperties", "baseTimeNanoseconds"};
  return std::all_of(members.begin(), members.end(),
                     [&](const auto& member) { return std::find(kDescribing.begin(), kDescribing.end(), member.first) != kDescribing.end(); });
}

}  // namespace stepscope
