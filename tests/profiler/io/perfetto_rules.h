// The rules by which Perfetto reads Chrome JSON (src/trace_processor/importers/json): breaches are what its "Info and stats" page would
// count. Empty when a file keeps them all.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace stepscope::test {

// Numbers with 64 bits of mantissa: near 1.7e15 us a double is 0.25 us coarse.
using ExactJson = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

inline std::string breachOfPerfettosRules(const std::string& text) {
  const ExactJson root = ExactJson::parse(text, nullptr, false);
  if (root.is_discarded() || !root.is_object() || !root.contains("traceEvents") || !root["traceEvents"].is_array()) return "no list of events";
  const auto nanoseconds = [](const ExactJson& value) { return static_cast<std::int64_t>(std::llroundl(value.get<long double>() * 1000)); };
  using Thread = std::pair<std::int64_t, std::int64_t>;
  struct Slice {
    std::int64_t begin, end;
  };
  std::map<Thread, std::vector<Slice>> open, all;
  std::map<Thread, int> begun;
  std::set<Thread> named, used;
  std::set<std::int64_t> namedProcesses, processes;
  std::map<std::pair<std::string, std::int64_t>, int> arrows;  // +1 for a start, -1 for an end
  struct End {
    Thread thread;
    std::int64_t time;
  };
  std::vector<End> ends;
  long double last = -1e300L;
  for (const ExactJson& event : root["traceEvents"]) {
    if (!event.is_object() || !event.contains("ph") || !event["ph"].is_string()) return "an event without ph";
    const std::string phase = event["ph"];
    if (!event.contains("pid") || !event["pid"].is_number_integer() || !event.contains("tid") || !event["tid"].is_number_integer())
      return "pid or tid is no number";
    if (!event.contains("name") || !event["name"].is_string()) return "an event without a name";
    const Thread thread(event["pid"], event["tid"]);
    if (phase == "M") {
      if (event["name"] == "thread_name") named.insert(thread);
      if (event["name"] == "process_name") namedProcesses.insert(thread.first);
      if (!event.contains("args")) return "metadata without args";
      continue;
    }
    if (!event.contains("ts") || !event["ts"].is_number()) return "an event without ts";
    const auto ts = event["ts"].get<long double>();
    if (ts < last) return "not sorted by ts";
    last = ts;
    processes.insert(thread.first);
    const std::int64_t begin = nanoseconds(event["ts"]);
    if (phase == "X") {
      used.insert(thread);
      if (!event.contains("dur") || !event["dur"].is_number() || event["dur"].get<long double>() < 0) return "a complete event without a duration";
      const std::int64_t end = begin + nanoseconds(event["dur"]);
      auto& stack = open[thread];
      while (!stack.empty() && stack.back().end <= begin) stack.pop_back();
      if (!stack.empty() && end > stack.back().end) return "slices of a thread overlap without nesting";
      stack.push_back({begin, end});
      all[thread].push_back({begin, end});
    } else if (phase == "B") {
      ++begun[thread];
    } else if (phase == "E") {
      if (--begun[thread] < 0) return "an end without a begin";
    } else if (phase == "s" || phase == "f") {
      if (!event.contains("id") || !event.contains("cat")) return "an arrow without id or cat";
      if (phase == "f" && (!event.contains("bp") || event["bp"] != "e")) return "the end of an arrow that binds to the next slice";
      arrows[{event["cat"], event["id"]}] += phase == "s" ? 1 : -1;
      ends.push_back({thread, begin});
    } else if (phase == "C") {
      if (!event.contains("args") || event["args"].empty()) return "a counter without a value";
      for (const auto& value : event["args"])
        if (!value.is_number()) return "a counter whose value is no number";
    } else if (phase == "i") {
      used.insert(thread);
      if (!event.contains("s")) return "an instant without a scope";
    } else {
      return "a phase that is not written: " + phase;
    }
  }
  for (const auto& [thread, depth] : begun)
    if (depth != 0) return "a begin without an end";
  for (const auto& [arrow, balance] : arrows)
    if (balance != 0) return "an arrow with one end";
  for (const End& end : ends) {
    const auto& slices = all[end.thread];
    if (std::none_of(slices.begin(), slices.end(), [&](const Slice& s) { return s.begin <= end.time && end.time <= s.end; }))
      return "an arrow that touches no slice";
  }
  for (const Thread& thread : used)
    if (!named.contains(thread)) return "a thread without a name";
  for (const std::int64_t process : processes)
    if (!namedProcesses.contains(process)) return "a process without a name";
  return {};
}

}  // namespace stepscope::test
