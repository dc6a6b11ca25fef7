#include "profiler/io/own_tracks.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/error.h"

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 2;  // 2: threads keep their numbers

Json jsonOf(const TraceNode& node) {
  Json candidates = Json::array();
  for (const auto& [kernel, ms] : node.candidateMs) candidates.push_back({kernel, ms});
  return {{"op", node.op},
          {"title", node.title},
          {"layer", node.layer},
          {"kernel", node.kernel},
          {"library", node.library},
          {"shapes", node.shapes},
          {"flops", node.flops},
          {"bytes", node.bytes},
          {"category", static_cast<int>(node.category)},
          {"candidate_ms", std::move(candidates)},
          {"phase", node.phase},
          {"inputs", node.inputs}};
}

template <typename Enum>
Enum enumOf(const Json& json, Enum last) {
  const int value = json.get<int>();
  if (value < 0 || value > static_cast<int>(last)) throw std::out_of_range("a number out of range");
  return static_cast<Enum>(value);
}

// `index`: the node's own number; `nodes`: number of nodes.
TraceNode nodeOf(const Json& json, std::int32_t index, std::int32_t nodes) {
  TraceNode node;
  node.op = json.at("op").get<std::string>();
  node.title = json.at("title").get<std::string>();
  node.layer = json.at("layer").get<std::string>();
  node.kernel = json.at("kernel").get<std::string>();
  node.library = json.at("library").get<std::string>();
  node.shapes = json.at("shapes").get<std::string>();
  node.flops = json.at("flops").get<std::int64_t>();
  node.bytes = json.at("bytes").get<std::int64_t>();
  node.category = enumOf(json.at("category"), Category::Other);
  for (const Json& candidate : json.at("candidate_ms"))
    node.candidateMs.emplace_back(candidate.at(0).get<std::string>(), candidate.at(1).get<double>());
  node.phase = json.value("phase", std::string());  // older exports have neither
  node.inputs = json.value("inputs", std::vector<std::int32_t>());
  for (const std::int32_t input : node.inputs)
    if (input < 0 || input >= nodes || input == index) throw std::out_of_range("input of a node");
  return node;
}

}  // namespace

std::int32_t OwnHeader::trackOf(std::string_view process, std::string_view thread) const {
  const auto numberOf = [](std::string_view text) {
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : -1;
  };
  const std::int64_t place = numberOf(thread);
  if (!idOfThread.empty()) {
    const auto known = trackOfId.find({numberOf(process), place});
    return known == trackOfId.end() ? -1 : known->second;
  }
  return place >= 0 && static_cast<std::size_t>(place) < trackOfThread.size() ? trackOfThread[static_cast<std::size_t>(place)] : -1;
}

std::string writeOwnHeader(const OwnHeader& header) {
  const Trace& trace = header.trace;
  Json json = {{"version", kVersion}, {"source", trace.source}, {"begin", trace.begin}, {"end", trace.end}, {"events", trace.events}};
  json["arguments"] = trace.arguments != nullptr;
  json["threads"] = header.trackOfThread;
  json["ids"] = header.idOfThread;
  for (const TraceTrack& track : trace.tracks)
    json["tracks"].push_back({{"name", track.name},
                              {"order", track.sortOrder},
                              {"counter", track.counter},
                              {"kind", static_cast<int>(track.kind)},
                              {"process", track.process},
                              {"device", track.device},
                              {"id", track.id}});
  for (const TraceProcess& process : trace.processes)
    json["processes"].push_back({{"name", process.name}, {"id", process.id}, {"labels", process.labels}, {"order", process.sortOrder}});
  for (const TraceDevice& device : trace.devices)
    json["devices"].push_back(
        {{"id", device.id}, {"name", device.name}, {"memory_bytes", device.memoryBytes}, {"multiprocessors", device.multiprocessors}});
  for (const TraceNode& node : trace.nodes) json["nodes"].push_back(jsonOf(node));
  for (const TraceNote& note : trace.notes) json["notes"].push_back({{"reason", note.reason}, {"count", note.count}, {"dropped", note.dropped}});
  for (const TraceMemory& memory : trace.atPeak) json["at_peak"].push_back({{"owner", memory.owner}, {"role", memory.role}, {"bytes", memory.bytes}});
  if (trace.unrecordedStepNs > 0) json["unrecorded_step_ns"] = trace.unrecordedStepNs;
  if (trace.othersShare >= 0) json["cores_others"] = trace.othersShare;
  json["dropped"] = trace.dropped;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

OwnHeader readOwnHeader(const std::string& text, const std::string& path) {
  try {
    const Json json = Json::parse(text);
    if (json.at("version").get<int>() > kVersion)
      throw Error(ErrorKind::Input, path, "the trace was written by a newer version of Stepscope", "Open it with that version");
    OwnHeader header;
    Trace& trace = header.trace;
    trace.source = json.at("source").get<std::string>();
    trace.begin = json.at("begin").get<std::int64_t>();
    trace.end = json.at("end").get<std::int64_t>();
    trace.events = json.at("events").get<std::int64_t>();
    header.keepsArguments = json.at("arguments").get<bool>();
    trace.dropped = json.at("dropped").get<std::int64_t>();
    const auto list = [&](const char* name) { return json.value(name, Json::array()); };
    for (const Json& process : list("processes"))
      trace.processes.push_back({process.at("name").get<std::string>(), process.at("id").get<std::string>(), process.at("labels").get<std::string>(),
                                 process.at("order").get<int>()});
    for (const Json& from : list("tracks")) {
      TraceTrack& track = trace.tracks.emplace_back();
      track.name = from.at("name").get<std::string>();
      track.role = roleOfName(track.name);
      track.sortOrder = from.at("order").get<int>();
      track.counter = from.at("counter").get<bool>();
      track.kind = enumOf(from.at("kind"), TrackKind::Async);
      track.process = from.at("process").get<std::int32_t>();
      track.device = from.at("device").get<std::int32_t>();
      track.id = from.at("id").get<std::int64_t>();
      if (track.process < -1 || track.process >= static_cast<std::int64_t>(trace.processes.size())) throw std::out_of_range("process");
    }
    for (const Json& device : list("devices"))
      trace.devices.push_back({device.at("id").get<std::int32_t>(), device.at("name").get<std::string>(),
                               device.at("memory_bytes").get<std::int64_t>(), device.at("multiprocessors").get<std::int32_t>()});
    const Json nodes = list("nodes");
    for (const Json& node : nodes)
      trace.nodes.push_back(nodeOf(node, static_cast<std::int32_t>(trace.nodes.size()), static_cast<std::int32_t>(nodes.size())));
    for (const Json& memory : list("at_peak"))
      trace.atPeak.push_back({memory.at("owner").get<std::string>(), memory.at("role").get<std::string>(), memory.at("bytes").get<std::int64_t>()});
    trace.unrecordedStepNs = std::max<std::int64_t>(0, json.value("unrecorded_step_ns", std::int64_t{0}));
    trace.othersShare = std::clamp(json.value("cores_others", -1.0), -1.0, 1.0);
    for (const Json& note : list("notes"))
      trace.notes.push_back({note.at("reason").get<std::string>(), note.at("count").get<std::int64_t>(), note.at("dropped").get<bool>()});
    header.trackOfThread = json.at("threads").get<std::vector<std::int32_t>>();
    for (const std::int32_t track : header.trackOfThread)
      if (track < -1 || track >= static_cast<std::int64_t>(trace.tracks.size())) throw std::out_of_range("thread");
    header.idOfThread = json.value("ids", std::vector<std::pair<std::int64_t, std::int64_t>>());
    if (!header.idOfThread.empty() && header.idOfThread.size() != header.trackOfThread.size()) throw std::out_of_range("ids");
    for (std::size_t i = 0; i < header.idOfThread.size(); ++i) header.trackOfId.try_emplace(header.idOfThread[i], header.trackOfThread[i]);
    return header;
  } catch (const Error&) {
    throw;
  } catch (const std::exception&) {
    throw Error(ErrorKind::Input, path, "the description of the recording (its member \"stepscope\") is damaged",
                "Export the trace again, or remove that member to open it as any other trace");
  }
}

}  // namespace stepscope
