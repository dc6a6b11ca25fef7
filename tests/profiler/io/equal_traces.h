// Where two traces differ; empty when they are equal. Names are compared as texts, since their numbers may differ.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope::test {

inline std::string argumentsText(const Trace& trace, std::uint64_t handle) {
  if (!trace.arguments || handle == kNoArguments) return "{}";
  nlohmann::json json = nlohmann::json::parse(trace.arguments->json(handle), nullptr, false);
  if (json.is_discarded()) return "?";
  for (const char* added : {"stepscope category", "stepscope node", "stepscope step"}) json.erase(added);
  return json.dump();
}

inline std::string difference(const Trace& a, const Trace& b, bool withArguments) {
  if (a.begin != b.begin || a.end != b.end) return "begin or end";
  if (a.events != b.events) return "events";
  if (a.dropped != b.dropped) return "dropped";
  if (a.source != b.source) return "source";
  if (a.notes.size() != b.notes.size()) return "notes";
  for (std::size_t i = 0; i < a.notes.size(); ++i)
    if (a.notes[i].reason != b.notes[i].reason || a.notes[i].count != b.notes[i].count || a.notes[i].dropped != b.notes[i].dropped) return "notes";
  if (a.processes.size() != b.processes.size() || a.devices.size() != b.devices.size() || a.tracks.size() != b.tracks.size() ||
      a.nodes.size() != b.nodes.size())
    return "processes, devices, tracks or nodes";
  for (std::size_t i = 0; i < a.processes.size(); ++i) {
    const TraceProcess &x = a.processes[i], &y = b.processes[i];
    if (x.name != y.name || x.id != y.id || x.labels != y.labels || x.sortOrder != y.sortOrder) return "a process";
  }
  for (std::size_t i = 0; i < a.devices.size(); ++i) {
    const TraceDevice &x = a.devices[i], &y = b.devices[i];
    if (x.id != y.id || x.name != y.name || x.memoryBytes != y.memoryBytes || x.multiprocessors != y.multiprocessors) return "a device";
  }
  for (std::size_t i = 0; i < a.tracks.size(); ++i) {
    const TraceTrack &x = a.tracks[i], &y = b.tracks[i];
    if (x.name != y.name || x.sortOrder != y.sortOrder || x.counter != y.counter || x.kind != y.kind || x.process != y.process ||
        x.device != y.device || x.id != y.id)
      return "track " + x.name;
  }
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    const TraceNode &x = a.nodes[i], &y = b.nodes[i];
    if (x.op != y.op || x.title != y.title || x.layer != y.layer || x.kernel != y.kernel || x.library != y.library || x.shapes != y.shapes ||
        x.category != y.category || x.flops != y.flops || x.bytes != y.bytes || x.candidateMs != y.candidateMs || x.phase != y.phase ||
        x.inputs != y.inputs)
      return "a node";
  }
  if (a.lanes.size() != b.lanes.size()) return "number of lanes";
  for (std::size_t l = 0; l < a.lanes.size(); ++l) {
    const TraceLane &x = a.lanes[l], &y = b.lanes[l];
    const std::string lane = "lane " + std::to_string(l) + ": ";
    if (x.track != y.track || x.depth != y.depth || x.size() != y.size()) return lane + "place or size";
    if (x.start != y.start) return lane + "start";
    if (x.duration != y.duration) return lane + "duration";
    if (x.category != y.category) return lane + "category";
    if (x.node != y.node) return lane + "node";
    if (x.step != y.step) return lane + "step";
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (a.names.name(x.name[i]) != b.names.name(y.name[i])) return lane + "name";
      if (x.kindOf(i) != y.kindOf(i)) return lane + "kind";
      if (withArguments && argumentsText(a, x.argumentsOf(i)) != argumentsText(b, y.argumentsOf(i))) return lane + "arguments";
    }
  }
  if (a.marks.size() != b.marks.size()) return "number of marks";
  for (std::size_t m = 0; m < a.marks.size(); ++m) {
    const TraceMarks &x = a.marks[m], &y = b.marks[m];
    if (x.track != y.track || x.time != y.time) return "marks";
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (a.names.name(x.name[i]) != b.names.name(y.name[i])) return "the name of a mark";
      if (withArguments && argumentsText(a, x.argumentsOf(i)) != argumentsText(b, y.argumentsOf(i))) return "the arguments of a mark";
    }
  }
  if (a.counters.size() != b.counters.size()) return "number of counters";
  for (std::size_t c = 0; c < a.counters.size(); ++c)
    if (a.counters[c].track != b.counters[c].track || a.counters[c].time != b.counters[c].time || a.counters[c].value != b.counters[c].value)
      return "a counter";
  if (a.flows.from != b.flows.from || a.flows.to != b.flows.to || a.flows.kind != b.flows.kind || a.flows.byTo != b.flows.byTo) return "arrows";
  return {};
}

}  // namespace stepscope::test
