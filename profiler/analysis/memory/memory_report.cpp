#include "profiler/analysis/memory/memory_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/base/units.h"

namespace stepscope {
namespace {

constexpr std::size_t kFirstSteps = 2, kLeastSteps = 4;
constexpr double kLeak = 0.001;  // least growth per step, as a fraction of the peak; less is noise from an allocator's rounding
constexpr std::size_t kMostPlaces = 50;
constexpr std::string_view kBefore = "before the recording";

struct Live {
  std::int64_t bytes = 0, time = 0;
  std::uint32_t place = 0;
};

std::vector<PlaceMemory> sorted(const std::map<std::string, PlaceMemory>& byPlace) {
  std::vector<PlaceMemory> places;
  for (const auto& [name, place] : byPlace) places.push_back(place);
  std::stable_sort(places.begin(), places.end(), [](const PlaceMemory& a, const PlaceMemory& b) { return a.bytes > b.bytes; });
  if (places.size() > kMostPlaces) places.resize(kMostPlaces);
  return places;
}

void add(std::map<std::string, PlaceMemory>& places, const std::string& name, std::int64_t bytes) {
  PlaceMemory& place = places[name];
  place.place = name;
  place.bytes += bytes;
  ++place.count;
}

// Calls `at` after each event with the event, the allocated bytes and the live allocations by address.
template <class At>
void walk(const MemoryLog& log, const At& at) {
  std::unordered_map<std::uint64_t, Live> live;
  std::int64_t sum = 0;
  for (const MemoryEvent& event : log.events) {
    sum += event.bytes;
    if (event.address != 0 && event.bytes > 0) live[event.address] = {event.bytes, event.time, event.place};
    if (event.address != 0 && event.bytes < 0) live.erase(event.address);
    at(event, event.allocated >= 0 ? event.allocated : sum, live);
  }
}

void findPeak(const MemoryLog& log, MemoryReport& report) {
  std::size_t peak = 0, at = 0;
  walk(log, [&](const MemoryEvent& event, std::int64_t allocated, const auto&) {
    if (allocated > report.peakBytes) {
      report.peakBytes = allocated;
      report.peakTime = event.time;
      peak = at;
    }
    report.peakReserved = std::max(report.peakReserved, event.reserved);
    report.fromStart = report.fromStart && event.allocated < 0;
    report.hasAddresses = report.hasAddresses || event.address != 0;
    ++at;
  });
  if (!report.hasAddresses) return;
  std::map<std::string, PlaceMemory> places;
  std::int64_t known = 0;
  at = 0;
  walk(log, [&](const MemoryEvent&, std::int64_t, const auto& live) {
    if (at++ != peak) return;
    for (const auto& [address, one] : live) {
      add(places, log.places[one.place], one.bytes);
      known += one.bytes;
    }
  });
  if (report.peakBytes > known) add(places, std::string(kBefore), report.peakBytes - known);
  report.atPeak = sorted(places);
}

void findGrowth(const MemoryLog& log, const std::vector<TimeRange>& steps, MemoryReport& report) {
  if (steps.empty()) return;
  std::vector<Live> atEnd;  // allocated during steps and still alive after the last one
  std::size_t step = 0;
  std::int64_t last = 0;
  std::vector<Live> alive;
  const auto close = [&](std::int64_t time) {
    while (step < steps.size() && steps[step].end <= time) {
      report.atStepEnds.push_back(last);
      ++step;
    }
  };
  walk(log, [&](const MemoryEvent& event, std::int64_t allocated, const auto& live) {
    close(event.time);
    last = allocated;
    if (&event != &log.events.back()) return;
    for (const auto& [address, one] : live) alive.push_back(one);
  });
  close(steps.back().end);
  if (report.atStepEnds.size() < kLeastSteps) return;
  const std::size_t first = kFirstSteps - 1;
  for (std::size_t i = first + 1; i < report.atStepEnds.size(); ++i)
    if (report.atStepEnds[i] <= report.atStepEnds[i - 1]) return;
  const auto counted = static_cast<double>(report.atStepEnds.size() - 1 - first);
  const double growth = static_cast<double>(report.atStepEnds.back() - report.atStepEnds[first]) / counted;
  if (growth < kLeak * static_cast<double>(report.peakBytes)) return;
  report.growthPerStep = growth;
  std::map<std::string, PlaceMemory> places;
  for (const Live& one : alive)
    if (one.time >= steps[kFirstSteps].begin && one.time < steps.back().end) add(places, log.places[one.place], one.bytes);
  for (const PlaceMemory& place : sorted(places)) report.growing.push_back({place.place, static_cast<double>(place.bytes) / counted, place.count});
}

std::string nameOf(const std::string& place) {
  return place.empty() ? "a place that is not in the recording" : place;
}

}  // namespace

MemoryReport memoryReport(const MemoryLog& log, const std::vector<TimeRange>& steps) {
  MemoryReport report;
  report.device = log.device;
  report.outOfMemory = log.outOfMemory;
  findPeak(log, report);
  findGrowth(log, steps, report);
  std::map<std::string, PlaceMemory> places;
  for (const MemoryEvent& event : log.events)
    if (event.bytes > 0) add(places, log.places[event.place], event.bytes);
  report.allocations = sorted(places);
  for (const MemorySegment& segment : log.segments) {
    report.segmentBytes += segment.bytes;
    report.unusedBytes += segment.bytes - segment.allocated;
    report.largestFree = std::max(report.largestFree, segment.largestFree);
  }
  return report;
}

MemoryReport peakOf(const Trace& trace) {
  MemoryReport report;
  report.device = "The training step";
  report.hasAddresses = report.planned = true;
  report.fromStart = false;
  std::map<std::string, PlaceMemory> places;
  for (const TraceMemory& held : trace.atPeak) {
    report.peakBytes += held.bytes;
    add(places, held.owner.empty() ? held.role : held.owner + (held.role.empty() ? "" : ", " + held.role), held.bytes);
  }
  report.atPeak = sorted(places);
  return report;
}

std::vector<std::string> sentencesOf(const MemoryReport& report) {
  std::vector<std::string> sentences;
  const auto bytes = [](double value) { return text::bytes(value); };
  sentences.push_back(fmt::format("{} held {} at most{}{}.", report.device, bytes(static_cast<double>(report.peakBytes)),
                                  report.fromStart ? " of what was allocated in this recording" : "",
                                  report.peakReserved >= report.peakBytes
                                      ? fmt::format(", and the allocator had reserved {}", bytes(static_cast<double>(report.peakReserved)))
                                      : ""));
  if (report.outOfMemory == 1) sentences.push_back("The allocator ran out of memory once.");
  if (report.outOfMemory > 1) sentences.push_back(fmt::format("The allocator ran out of memory {} times.", report.outOfMemory));
  if (!report.hasAddresses && report.peakBytes > 0)
    sentences.push_back("The recording has no addresses, so the tensors alive at the peak are not known; the largest allocations are shown.");
  if (report.growthPerStep > 0) {
    std::string sentence = fmt::format("Memory grows by {} in every step", bytes(report.growthPerStep));
    if (!report.growing.empty())
      sentence += fmt::format(", most of it from {} ({} a step)", nameOf(report.growing.front().place), bytes(report.growing.front().bytesPerStep));
    sentences.push_back(sentence + ": something keeps tensors of earlier steps.");
  }
  if (report.segmentBytes > 0)
    sentences.push_back(fmt::format("At the end {} of {} reserved are not allocated; the largest free block has {}.",
                                    bytes(static_cast<double>(report.unusedBytes)), bytes(static_cast<double>(report.segmentBytes)),
                                    bytes(static_cast<double>(report.largestFree))));
  return sentences;
}

}  // namespace stepscope
