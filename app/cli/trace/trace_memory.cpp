#include <fmt/format.h>

#include <memory>

#include "app/cli/json_lines.h"
#include "app/cli/speech.h"
#include "app/cli/trace/trace_commands.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "profiler/io/memory_log.h"

namespace stepscope::cli {
namespace {

constexpr std::size_t kShownPlaces = 15;

struct MemoryArguments {
  std::string in;
  bool json = false;
};

Json jsonOf(const std::vector<PlaceMemory>& places) {
  Json list = Json::array();
  for (const PlaceMemory& place : places) list.push_back({{"place", place.place}, {"bytes", place.bytes}, {"count", place.count}});
  return list;
}

Json jsonOf(const MemoryReport& report) {
  Json growing = Json::array();
  for (const GrowingPlace& place : report.growing)
    growing.push_back({{"place", place.place}, {"bytes_per_step", place.bytesPerStep}, {"count", place.count}});
  return {{"device", report.device},
          {"peak_bytes", report.peakBytes},
          {"counted_from_the_start_of_the_recording", report.fromStart},
          {"peak_ns", report.planned ? Json() : Json(report.peakTime)},
          {"peak_reserved_bytes", report.peakReserved >= 0 ? Json(report.peakReserved) : Json()},
          {"at_peak", report.hasAddresses ? jsonOf(report.atPeak) : Json()},
          {"allocations", jsonOf(report.allocations)},
          {"at_step_ends", report.atStepEnds},
          {"growth_bytes_per_step", report.growthPerStep},
          {"growing", std::move(growing)},
          {"reserved_at_end_bytes", report.segmentBytes > 0 ? Json(report.segmentBytes) : Json()},
          {"unused_at_end_bytes", report.segmentBytes > 0 ? Json(report.unusedBytes) : Json()},
          {"fragmentation", report.segmentBytes > 0 ? Json(report.fragmentation()) : Json()},
          {"out_of_memory", report.outOfMemory}};
}

void print(const std::vector<PlaceMemory>& places, const char* title) {
  say("\n{}\n{:>12} {:>9}  place\n", title, "bytes", "pieces");
  for (std::size_t i = 0; i < places.size() && i < kShownPlaces; ++i)
    say("{:>12} {:>9}  {}\n", text::bytes(static_cast<double>(places[i].bytes)), text::count(places[i].count),
        Name{places[i].place.empty() ? spoken("(unknown)") : withoutControls(places[i].place)});
  if (places.size() > kShownPlaces) say("and {} more: --json lists all\n", places.size() - kShownPlaces);
}

void memory(const MemoryArguments& arguments) {
  const MemoryRecording recording = readMemory(arguments.in);
  std::vector<MemoryReport> reports = recording.peaks;
  for (const MemoryLog& log : recording.logs) reports.push_back(memoryReport(log, recording.steps));
  Json json = Json::array();
  bool first = true;
  for (const MemoryReport& report : reports) {
    if (arguments.json) {
      json.push_back(jsonOf(report));
      continue;
    }
    if (!first) say("\n");
    first = false;
    for (const std::string& sentence : sentencesOf(report)) say("{}\n", withoutControls(sentence));
    if (report.hasAddresses) print(report.atPeak, "alive at the peak");
    else print(report.allocations, "allocated, freed or not");
  }
  if (arguments.json) printLine(json);
}

}  // namespace

void addTraceMemory(CLI::App& trace) {
  const auto arguments = std::make_shared<MemoryArguments>();
  CLI::App* command = trace.add_subcommand("memory", "The tensors in memory at its peak, and those that grow from step to step");
  command->add_option("FILE", arguments->in, "A trace of PyTorch with profile_memory=True, a memory snapshot that was saved as JSON, or a .sstrace")
      ->required();
  command->add_flag("--json", arguments->json, "One JSON array with an entry for each device");
  command->callback([arguments] { memory(*arguments); });
}

}  // namespace stepscope::cli
