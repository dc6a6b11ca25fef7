#include "profiler/io/memory_log.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/base/error.h"
#include "profiler/analysis/culprit/host_stacks.h"
#include "profiler/analysis/step_windows.h"
#include "profiler/io/importers.h"
#include "profiler/io/text_source.h"

namespace stepscope {
namespace {

namespace dom = simdjson::dom;

constexpr std::size_t kMostText = std::size_t{3} << 30;  // simdjson's limit is 4 GiB

constexpr const char* kHowToRecord =
    "Record with torch.profiler.profile(profile_memory=True), or save a snapshot: json.dump(torch.cuda.memory._snapshot(), open(FILE, \"w\"))";

[[noreturn]] void refuse(const std::string& path, const char* what) {
  throw Error(ErrorKind::Input, path, what, kHowToRecord);
}

// Reads a format that contains no single events of an allocator: the memory at the peak of one of our recordings; for others throws Error.
void readOtherFormat(const std::string& path, const ImporterDef& format, MemoryRecording& recording) {
  const std::optional<Trace> trace = format.tellsPeak ? importTrace(path, {}) : std::nullopt;
  if (trace && !trace->atPeak.empty()) recording.peaks.push_back(peakOf(*trace));
  else if (trace && trace->events > 0)
    throw Error(ErrorKind::Input, path, std::string(format.memory) + ", and this one was made from another trace",
                "Give the trace that it was made from");
  else if (trace)
    throw Error(ErrorKind::Input, path, std::string(format.memory) + ", and this one does not hold what was in memory at its peak",
                "Train again: a run keeps that with the steps that it captures");
  else throw Error(ErrorKind::Input, path, std::string(format.memory), kHowToRecord);
}

std::string textOf(const std::string& path) {
  TextSource source(path);
  std::string text;
  std::vector<char> block(std::size_t{1} << 20);
  for (std::size_t got = 0; (got = source.read(block)) > 0;) {
    if (text.size() + got > kMostText) throw Error(ErrorKind::Input, path, "the file is larger than 3 GiB", "Record fewer steps");
    text.append(block.data(), got);
  }
  return text;
}

double numberAt(const dom::element& object, const char* key, double otherwise) {
  dom::element value;
  double number = 0;
  if (object.at_key(key).get(value) != simdjson::SUCCESS || value.get(number) != simdjson::SUCCESS || !std::isfinite(number) ||
      std::abs(number) > 9e18)
    return otherwise;
  return number;
}

// Addresses have 64 bits, which a double cannot represent.
std::uint64_t addressAt(const dom::element& object, const char* key) {
  dom::element value;
  std::uint64_t address = 0;
  std::int64_t number = 0;
  if (object.at_key(key).get(value) != simdjson::SUCCESS) return 0;
  if (value.get(address) == simdjson::SUCCESS) return address;
  return value.get(number) == simdjson::SUCCESS ? static_cast<std::uint64_t>(number) : 0;
}

std::string textAt(const dom::element& object, const char* key) {
  dom::element value;
  std::string_view text;
  if (object.at_key(key).get(value) != simdjson::SUCCESS) return {};
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  std::int64_t number = 0;
  return value.get(number) == simdjson::SUCCESS ? std::to_string(number) : std::string();
}

std::uint32_t placeIn(MemoryLog& log, std::unordered_map<std::string, std::uint32_t>& known, const std::string& place) {
  if (place.empty()) return 0;
  const auto [at, isNew] = known.try_emplace(place, static_cast<std::uint32_t>(log.places.size()));
  if (isNew) log.places.push_back(place);
  return at->second;
}

// "train.py(52): step" of the innermost frame that is not library code; else the innermost one.
std::string placeOfFrames(const dom::element& event) {
  dom::array frames;
  if (event.at_key("frames").get(frames) != simdjson::SUCCESS) return {};
  std::string innermost;
  for (const dom::element frame : frames) {
    const std::string file = textAt(frame, "filename"), name = textAt(frame, "name");
    if (file.empty() || !file.ends_with(".py")) continue;
    const std::string place = fmt::format("{}({}): {}", file, static_cast<std::int64_t>(numberAt(frame, "line", 0)), name);
    if (innermost.empty()) innermost = place;
    if (!isLibraryFrame(place)) return place;
  }
  return innermost;
}

void readSnapshot(const dom::element& root, MemoryRecording& recording) {
  std::map<int, MemoryLog> logs;
  std::map<int, std::unordered_map<std::string, std::uint32_t>> places;
  dom::array traces, segments;
  if (root.at_key("device_traces").get(traces) == simdjson::SUCCESS) {
    int device = 0;
    for (const dom::element trace : traces) {
      dom::array events;
      if (trace.get(events) != simdjson::SUCCESS) continue;
      MemoryLog& log = logs[device];
      std::int64_t reserved = 0;
      for (const dom::element event : events) {
        const std::string action = textAt(event, "action");
        MemoryEvent one;
        one.time = static_cast<std::int64_t>(numberAt(event, "time_us", 0)) * 1000;
        one.address = addressAt(event, "addr");
        const auto size = static_cast<std::int64_t>(numberAt(event, "size", 0));
        if (action == "segment_alloc" || action == "segment_map") reserved += size;
        else if (action == "segment_free" || action == "segment_unmap") reserved -= size;
        else if (action == "oom") ++log.outOfMemory;
        if (action == "alloc") {
          one.bytes = size;
          one.place = placeIn(log, places[device], placeOfFrames(event));
        } else if (action == "free_completed" || action == "free") {
          one.bytes = -size;
        } else {
          continue;
        }
        one.reserved = reserved > 0 ? reserved : -1;
        log.events.push_back(one);
      }
      ++device;
    }
  }
  if (root.at_key("segments").get(segments) == simdjson::SUCCESS)
    for (const dom::element segment : segments) {
      MemorySegment one;
      one.bytes = static_cast<std::int64_t>(numberAt(segment, "total_size", 0));
      one.allocated = static_cast<std::int64_t>(numberAt(segment, "allocated_size", 0));
      dom::array blocks;
      if (segment.at_key("blocks").get(blocks) == simdjson::SUCCESS)
        for (const dom::element block : blocks)
          if (textAt(block, "state") == "inactive")
            one.largestFree = std::max(one.largestFree, static_cast<std::int64_t>(numberAt(block, "size", 0)));
      logs[static_cast<int>(numberAt(segment, "device", 0))].segments.push_back(one);
    }
  for (auto& [device, log] : logs) {
    if (log.events.empty() && log.segments.empty()) continue;
    log.device = fmt::format("GPU {}", device);
    // Allocations at the end are known, so those before the first event are too.
    if (!log.segments.empty()) {
      std::int64_t allocated = 0;
      for (const MemorySegment& segment : log.segments) allocated += segment.allocated;
      for (const MemoryEvent& event : log.events) allocated -= event.bytes;
      for (MemoryEvent& event : log.events) event.allocated = std::max<std::int64_t>(allocated += event.bytes, 0);
    }
    recording.logs.push_back(std::move(log));
  }
}

// The track of a thread, by the numbers in the file; -1: none.
std::int32_t trackOf(const Trace& trace, const std::string& process, const std::string& thread) {
  for (std::size_t t = 0; t < trace.tracks.size(); ++t) {
    const TraceTrack& track = trace.tracks[t];
    if (track.kind != TrackKind::Thread || track.counter || track.process < 0) continue;
    if (trace.processes[static_cast<std::size_t>(track.process)].id == process && std::to_string(track.id) == thread)
      return static_cast<std::int32_t>(t);
  }
  return -1;
}

// `own`: an exported recording of our own, which may contain its peak.
void readTrace(const std::string& path, const dom::array& events, std::int64_t baseNs, bool own, MemoryRecording& recording) {
  struct Found {
    int type, device;
    MemoryEvent event;
    std::string process, thread;
  };
  std::vector<Found> found;
  for (const dom::element event : events) {
    dom::element arguments;
    if (textAt(event, "name") != "[memory]" || event.at_key("args").get(arguments) != simdjson::SUCCESS) continue;
    Found one{static_cast<int>(numberAt(arguments, "Device Type", 0)),
              static_cast<int>(numberAt(arguments, "Device Id", -1)),
              {},
              textAt(event, "pid"),
              textAt(event, "tid")};
    const double ts = numberAt(event, "ts", 0);
    one.event.time = baseNs + static_cast<std::int64_t>(ts) * 1000 + static_cast<std::int64_t>(std::llround((ts - std::floor(ts)) * 1000));
    one.event.bytes = static_cast<std::int64_t>(numberAt(arguments, "Bytes", 0));
    one.event.address = addressAt(arguments, "Addr");
    one.event.allocated = static_cast<std::int64_t>(numberAt(arguments, "Total Allocated", -1));
    one.event.reserved = static_cast<std::int64_t>(numberAt(arguments, "Total Reserved", -1));
    found.push_back(std::move(one));
  }
  if (found.empty() && !own) refuse(path, "this trace holds no events of an allocator");
  const std::optional<Trace> trace = importTrace(path, {});
  if (!trace) return;
  if (found.empty() && trace->atPeak.empty()) refuse(path, "this trace holds no events of an allocator");
  if (found.empty()) return recording.peaks.push_back(peakOf(*trace));
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.event.time < b.event.time; });
  for (const StepWindow& step : stepWindows(*trace).steps) recording.steps.push_back(step.host);
  const HostStacks stacks(*trace);
  std::map<std::pair<std::string, std::string>, std::int32_t> tracks;
  std::map<std::pair<int, int>, MemoryLog> logs;
  std::map<std::pair<int, int>, std::int64_t> totals;
  std::map<std::pair<int, int>, std::unordered_map<std::string, std::uint32_t>> places;
  for (Found& one : found) {
    const std::pair key{one.type == 0 ? -1 : one.type, one.device};
    MemoryLog& log = logs[key];
    // Kineto also writes the events of other allocators of the device (shared memory of the loader), which are not in the totals.
    std::int64_t& before = totals.try_emplace(key, -1).first->second;
    const std::int64_t after = one.event.allocated;
    const bool another = after >= 0 && one.event.bytes != 0 && (after == before || (before < 0 && after < one.event.bytes));
    if (after >= 0) before = after;
    if (another) continue;
    if (one.event.bytes > 0) {
      const auto [track, isNew] = tracks.try_emplace({one.process, one.thread}, -1);
      if (isNew) track->second = trackOf(*trace, one.process, one.thread);
      if (track->second >= 0) one.event.place = placeIn(log, places[key], stacks.placeAt(track->second, one.event.time).text());
    }
    log.events.push_back(one.event);
  }
  for (auto& [key, log] : logs) {
    log.device = key.first < 0 ? "The CPU" : fmt::format("GPU {}", std::max(key.second, 0));
    recording.logs.push_back(std::move(log));
  }
  // GPUs first.
  std::stable_sort(recording.logs.begin(), recording.logs.end(),
                   [](const MemoryLog& a, const MemoryLog& b) { return (a.device == "The CPU") < (b.device == "The CPU"); });
}

}  // namespace

MemoryRecording readMemory(const std::string& path) {
  MemoryRecording recording;
  if (const ImporterDef& format = formatOf(path).def; !format.memory.empty()) {
    readOtherFormat(path, format, recording);
    return recording;
  }
  std::string text = textOf(path);
  dom::parser parser;
  dom::element root;
  if (parser.parse(text).get(root) != simdjson::SUCCESS) refuse(path, "this is not JSON, or JSON that is cut off");
  dom::array events;
  if (root.is_object() && (root.at_key("segments").error() == simdjson::SUCCESS || root.at_key("device_traces").error() == simdjson::SUCCESS))
    readSnapshot(root, recording);
  else if ((root.is_object() && root.at_key("traceEvents").get(events) == simdjson::SUCCESS) || root.get(events) == simdjson::SUCCESS)
    readTrace(path, events, root.is_object() ? static_cast<std::int64_t>(addressAt(root, "baseTimeNanoseconds")) : 0,
              root.is_object() && root.at_key("stepscope").error() == simdjson::SUCCESS, recording);
  else refuse(path, "this holds no events of an allocator");
  if (recording.logs.empty() && recording.peaks.empty()) refuse(path, "the recording holds no allocation");
  return recording;
}

}  // namespace stepscope
